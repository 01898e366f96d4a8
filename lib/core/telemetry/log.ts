import { type DestinationStream, type Logger, pino, stdSerializers } from "pino";
import { processState } from "@/lib/core/process/process-state";

/**
 * Creates a logger of JSON lines. It redacts fields with secret names, then anything in the finished line that looks
 * like a token. Flush it before the process ends on an error.
 */
export function makeLog(destination?: DestinationStream): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactObject(withPlainErrors(fields), 0),
    },
    hooks: { streamWrite: redactText },
  };
  // One write per line would cost more than many requests do.
  const buffered = { fd: 1, sync: false, periodicFlush: 200, minLength: 16_384, maxWrite: 65_536 };
  return pino(options, destination ?? pino.destination(buffered));
}

/** Errors have no enumerable fields: convert them before redaction, so that their fields are redacted too. */
function withPlainErrors(fields: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(fields).some((value) => value instanceof Error)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? stdSerializers.err(value) : value,
    ]),
  );
}

/** The logger of the process; `server.ts` sets its level from the environment. */
export function log(): Logger {
  return processState("log", () => makeLog());
}

const SECRET_NAMES =
  "authorization cookie setcookie clientsecret secret secrets code codeverifier token accesstoken refreshtoken idtoken csrftoken password passwordhash databaseurl connectionstring";
const SECRET_KEYS = new Set(SECRET_NAMES.split(" "));
const MASK = "[redacted]";
const MAX_DEPTH = 8;

/** Latchkey's token format anywhere in a text: `lko_`, `lkn_`, `lkr_`, `lkc_`, `lks_`, `lkl_`. */
const OWN_TOKEN = /lk[oncrslp]_[\w-]+/g;

/** Redacts everything in `text` that looks like a Latchkey token, code or secret. */
export function redactText(text: string): string {
  return text.replace(OWN_TOKEN, MASK);
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth > MAX_DEPTH) return "[too deep]";
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactObject(value, depth);
}

/**
 * Copies log fields, redacting those with secret names, compared without case, dashes and underscores, at any depth.
 * The `code` of an error (`ECONNREFUSED`, `P2002`) is not secret and stays.
 */
function redactObject(value: object, depth: number): Record<string, unknown> {
  // Without a prototype, a field may have any name.
  const redacted: Record<string, unknown> = Object.create(null);
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    redacted[name] = isSecret(name, field) ? MASK : redactValue(field, depth + 1);
  }
  return redacted;
}

function isSecret(name: string, field: unknown): boolean {
  const plain = plainNames.get(name) ?? plainName(name);
  return SECRET_KEYS.has(plain) && !(plain === "code" && isErrorCode(field));
}

/** Most lines have the same few names. */
const plainNames = new Map<string, string>();
const MAX_NAMES = 200;

function plainName(name: string): string {
  const plain = name.replace(/[-_]/g, "").toLowerCase();
  if (plainNames.size < MAX_NAMES) plainNames.set(name, plain);
  return plain;
}

/** Node, PostgreSQL and Prisma error codes: short, upper case, such as `EPIPE`, `23505`, `P2002`. */
function isErrorCode(field: unknown): boolean {
  return typeof field === "string" && /^[A-Z0-9_]{4,40}$/.test(field);
}

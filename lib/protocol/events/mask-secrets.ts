import { decodePercent } from "@/lib/core/http/decode-percent";
import { redactText } from "@/lib/core/telemetry/log";
import { isSecretParameter } from "@/lib/protocol/events/parameter-names";
import { type SentContent, splitAuthorization } from "@/lib/protocol/events/sent-request";

const MASK = "[redacted]";
/** Shown in place of a text that would take too long to search for secrets. */
export const NOT_SHOWN = "[not shown]";

// Shorter values are not secrets, and masking them would hide everything.
const MIN_SECRET_LENGTH = 5;
const LONG_RUN = /[A-Za-z0-9_~+-]{32,}/g;

// Every text is searched for every secret in every encoding, so a request with more of either is not shown.
const MAX_SECRETS = 20;
const MAX_SECRET_CHARACTERS = 16_384;
/** Characters of a text that is searched; a longer one is not shown. */
export const MAX_SEARCHED = 16_384;

/** Hides the parts of a text that must not be stored. */
export type Masker = (text: string) => string;

/**
 * Returns a masker for texts about one request. It hides every value that the request sent in the place of a
 * secret, in any encoding, our own tokens, and anything that looks random. It shows nothing of a long text, nor of any
 * text about a request with many or long secrets.
 * @param clientId of an existing client that the request names: no secret where an id belongs
 */
export function maskerFor(sent: SentContent, clientId: string | null = null): Masker {
  const secrets = secretsOf(sent, clientId);
  if (!secrets) return () => NOT_SHOWN;
  const forms = new Set(secrets.flatMap(encodings).filter(isLongEnough));
  const longestFirst = [...forms].sort((left, right) => right.length - left.length);
  return (text) => {
    if (text.length > MAX_SEARCHED) return NOT_SHOWN;
    // No genuine value contains what PostgreSQL cannot store as text.
    const storable = text.toWellFormed().replaceAll("\0", "");
    // One character, so that a secret that is part of the mask cannot make the text grow.
    const masked = longestFirst.reduce((rest, form) => rest.replaceAll(form, "\0"), storable);
    const decoded = decode(masked);
    if (decoded !== masked && longestFirst.some((form) => decoded.includes(form))) return MASK;
    return redactText(masked)
      .replace(LONG_RUN, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? MASK : run))
      .replaceAll("\0", MASK);
  };
}

/** @returns null if there are too many, or too long ones, to search for */
function secretsOf(
  { authorization, parameters }: SentContent,
  clientId: string | null,
): string[] | null {
  const secrets = authorization === null ? [] : secretsOfHeader(authorization, clientId);
  let characters = 0;
  for (const [name, value] of Object.entries(parameters)) {
    if (!isSecretParameter(name)) continue;
    for (const text of textsIn(value)) {
      characters += text.length;
      if (secrets.push(text) > MAX_SECRETS || characters > MAX_SECRET_CHARACTERS) return null;
    }
  }
  return secrets.filter(isLongEnough);
}

function secretsOfHeader(authorization: string, clientId: string | null): string[] {
  const { credential, pair } = splitAuthorization(authorization);
  const header = authorization.trim();
  if (!pair) return [header, credential];
  const { id, secret } = pair;
  return [
    header,
    credential,
    `${id}:${secret}`,
    secret,
    decode(secret),
    ...(id === clientId ? [] : [id]),
  ];
}

function* textsIn(value: unknown): Generator<string> {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") yield next;
    if (typeof next !== "object" || next === null) continue;
    for (const part of Object.values(next)) open.push(part);
  }
}

function encodings(secret: string): string[] {
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    secret.trim(),
    percent,
    percent.replaceAll("%20", "+"),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
}

function isLongEnough(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH;
}

// A value that cannot be decoded has no other encoding to hide.
function decode(text: string): string {
  return decodePercent(text.replaceAll("+", " ")) ?? text;
}

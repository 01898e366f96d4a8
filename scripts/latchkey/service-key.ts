import { parseArgs } from "node:util";
import type { z } from "zod";
import {
  createServiceKeySchema,
  type newServiceKeySchema,
  rotateServiceKeySchema,
  type serviceKeySchema,
} from "@/lib/clients/service-keys/schemas";
import {
  createServiceKey,
  listServiceKeys,
  revokeServiceKey,
  rotateServiceKey,
} from "@/lib/clients/service-keys/service-keys";
import { newId } from "@/lib/core/crypto/ids";
import { ServiceError } from "@/lib/core/errors";
import { serviceScopes } from "@/lib/core/permissions/platform-permissions";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { UsageError, withDatabase } from "./command";

const caller: PlatformCaller = { kind: "shell" };
const ALL_BUT_GATE = serviceScopes.filter((scope) => scope !== "platform/gate");
const UNIT_SECONDS = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
]);

/** Creates, lists, rotates, or revokes service keys and prints the result. */
export async function serviceKey(args: string[]): Promise<boolean> {
  const command = readKeyCommand(args);
  const printed = await withDatabase("service-key", ({ clusterUrl }) =>
    runKeyCommand(command, `${clusterUrl}${OAUTH_PATH}/platform/oauth/token`),
  );
  process.stdout.write(printed);
  return true;
}

/** Reads the arguments of the command. @throws UsageError unless they ask for exactly one thing */
export function readKeyCommand(args: string[]) {
  const text = { type: "string" } as const;
  const options = { list: { type: "boolean" }, rotate: text, overlap: text, revoke: text } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [name, ...scopes] = positionals;
  const { list, rotate, revoke, overlap } = values;
  const isOneThing = [name, list, rotate, revoke].filter(Boolean).length === 1;
  if (!isOneThing || (overlap !== undefined && !rotate)) throw new UsageError();
  return { name, scopes, ...values };
}

/** Does what the arguments ask for, and returns what to print. @throws ServiceError if it cannot be done, saying why */
export async function runKeyCommand(
  { name, scopes, list, rotate, revoke, overlap }: ReturnType<typeof readKeyCommand>,
  tokenUrl: string,
): Promise<string> {
  const info = { ipAddress: null, requestId: newId(), userAgent: null };
  if (list)
    return (await perform(listServiceKeys, { caller })).body.items.map(describeKey).join("");
  if (revoke) {
    await perform(revokeServiceKey, { params: { client_id: revoke }, caller, info });
    return "The service key was revoked. Its secrets and tokens have ended.\n";
  }
  if (rotate) {
    const values = overlap === undefined ? {} : { overlap_seconds: secondsOf(overlap) };
    const body = requireValid(rotateServiceKeySchema.safeParse(values));
    const params = { client_id: rotate };
    const rotated = await perform(rotateServiceKey, { params, body, caller, info });
    return describeSecret("The service key was rotated.", rotated.body, tokenUrl);
  }
  const values = { name, scopes: scopes.length > 0 ? scopes : ALL_BUT_GATE };
  const body = requireValid(createServiceKeySchema.safeParse(values));
  const created = await perform(createServiceKey, { body, caller, info });
  return describeSecret("The service key was created.", created.body, tokenUrl);
}

/** @returns NaN for a text without a unit, which no schema accepts */
function secondsOf(overlap: string): number {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(overlap) ?? [];
  return Number(count) * (UNIT_SECONDS.get(unit) ?? Number.NaN);
}

function requireValid<Body>(parsed: z.ZodSafeParseResult<Body>): Body {
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) =>
    path[0] === "overlap_seconds"
      ? "The overlap must be a number with a unit, such as 30m, 1h or 7d, and at most 7d."
      : `${path.join(".")} ${message}`,
  );
  throw new ServiceError("invalid_request", faults.join("\n"));
}

function describeSecret(
  what: string,
  key: z.input<typeof newServiceKeySchema>,
  tokenUrl: string,
): string {
  return [
    `${what} Its secret is shown only now:`,
    `  client_id      ${key.client_id}`,
    `  client_secret  ${key.client_secret}`,
    `  scopes         ${key.scopes.join(" ")}`,
    `  token_url      ${tokenUrl}`,
    ...key.secrets.flatMap(({ last_four, expires_at }) =>
      expires_at ? `The secret that ends in ${last_four} works until ${expires_at}.` : [],
    ),
    "",
  ].join("\n");
}

function describeKey(key: z.input<typeof serviceKeySchema>): string {
  const revoked = key.revoked_at ? `  revoked ${key.revoked_at}` : "";
  const secrets = key.secrets.map((secret) =>
    [
      `    …${secret.last_four}`,
      `created ${secret.created_at}`,
      secret.last_used_at ? `last used ${secret.last_used_at}` : "never used",
      ...(secret.expires_at ? [`ends ${secret.expires_at}`] : []),
      ...(secret.seen_by_former_operator ? ["seen by a former operator"] : []),
    ].join("  "),
  );
  return `${[`${key.client_id}  ${key.name}  ${key.scopes.join(" ")}${revoked}`, ...secrets].join("\n")}\n`;
}

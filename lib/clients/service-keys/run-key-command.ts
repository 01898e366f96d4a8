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

/** The parsed arguments of `npm run service-key`. */
export type KeyCommand =
  /** Without scopes, all except platform/gate. */
  | { kind: "create"; name: string; scopes: string[] }
  | { kind: "list" }
  /** `overlap` is a number with a unit, such as `90s`, `30m`, `1h` or `7d`; without one, a day. */
  | { kind: "rotate"; id: string; overlap: string | undefined }
  | { kind: "revoke"; id: string };

const caller: PlatformCaller = { kind: "shell" };
const ALL_BUT_GATE = serviceScopes.filter((scope) => scope !== "platform/gate");
const UNIT_SECONDS = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
]);

/**
 * Creates, lists, rotates or revokes service keys for a person with shell access.
 * @param tokenUrl where a key gets tokens
 * @throws ServiceError if it cannot be done, saying why
 */
export async function runKeyCommand(command: KeyCommand, tokenUrl: string): Promise<string> {
  const info = { ipAddress: null, requestId: newId(), userAgent: null };
  switch (command.kind) {
    case "create": {
      const { name, scopes } = command;
      const values = { name, scopes: scopes.length > 0 ? scopes : ALL_BUT_GATE };
      const body = requireValid(createServiceKeySchema.safeParse(values));
      const created = await perform(createServiceKey, { body, caller, info });
      return describeSecret("The service key was created.", created.body, tokenUrl);
    }
    case "rotate": {
      const { overlap } = command;
      const values = overlap === undefined ? {} : { overlap_seconds: secondsOf(overlap) };
      const body = requireValid(rotateServiceKeySchema.safeParse(values));
      const params = { client_id: command.id };
      const rotated = await perform(rotateServiceKey, { params, body, caller, info });
      return describeSecret("The service key was rotated.", rotated.body, tokenUrl);
    }
    case "revoke":
      await perform(revokeServiceKey, { params: { client_id: command.id }, caller, info });
      return "The service key was revoked. Its secrets and tokens have ended.\n";
    case "list":
      return (await perform(listServiceKeys, { caller })).body.items.map(describeKey).join("");
  }
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

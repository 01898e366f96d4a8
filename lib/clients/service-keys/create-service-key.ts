import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { KEYS, TAG } from "@/lib/clients/service-keys/paths";
import {
  insertServiceKey,
  type ServiceKeyRow,
  type StoredSecret,
} from "@/lib/clients/service-keys/repository";
import { createServiceKeySchema, newServiceKeySchema } from "@/lib/clients/service-keys/schemas";
import { serializeServiceKey } from "@/lib/clients/service-keys/serialize";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { type Database, transaction } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { ServiceScope } from "@/lib/core/permissions/platform-permissions";
import { platform } from "@/lib/operation/access";
import { lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";

/** The properties of a new service key. */
type NewServiceKey = { name: string; scopes: ServiceScope[] };

/**
 * Creates a service key. Its secret is only in this response.
 * @throws ServiceError forbidden
 */
export const createServiceKey = operation({
  id: "createServiceKey",
  request: { route: `POST ${KEYS}`, body: createServiceKeySchema },
  access: platform("keys:write"),
  summary: "Create a service key",
  description:
    "Creates a key for a backend or gateway of the platform and returns its secret, which is shown only once. A key with `platform/gate` has no other scope.",
  tag: TAG,
  returns: json(newServiceKeySchema, "The key with its secret.", { status: 201 }),
  run({ body, caller, info }) {
    return transaction(async (tx) => {
      await lockPlatformCaller(tx, caller, "keys:write");
      const { row, clear } = await insertKey(tx, body, caller, info);
      return { body: { ...serializeServiceKey(row), client_secret: clear } };
    });
  },
});

/** Creates a service key as the shell does, in a transaction. @returns its id and its secret */
export async function createServiceKeyFromShell(
  tx: Database,
  key: NewServiceKey,
): Promise<{ clientId: string; clientSecret: string }> {
  const info = { ipAddress: null, requestId: newId() };
  const { row, clear } = await insertKey(tx, key, { kind: "shell" }, info);
  return { clientId: row.id, clientSecret: clear };
}

async function insertKey(
  tx: Database,
  key: NewServiceKey,
  caller: PlatformCaller,
  info: Pick<RequestInfo, "ipAddress" | "requestId">,
): Promise<{ row: ServiceKeyRow; clear: string }> {
  const createdBy = caller.kind === "operator" ? caller.userId : null;
  const { clear, stored } = newServiceSecret(createdBy);
  const row = await insertServiceKey(tx, { ...key, createdBy }, stored);
  await recordPlatformChange(tx, platformActor(caller), info, {
    action: "service_key.created",
    target: `service_key:${row.id}`,
    after: { name: key.name, scopes: key.scopes },
  });
  return { row, clear };
}

const SHOWN = 4;

/**
 * A new secret for a service key: in clear text for the response, and as it is stored.
 * @param seenBy the person who reads the response; null for the shell
 */
export function newServiceSecret(seenBy: string | null): { clear: string; stored: StoredSecret } {
  const clear = newToken("secret");
  const secretHash = new Uint8Array(sha256(clear));
  return { clear, stored: { secretHash, lastFour: clear.slice(-SHOWN), seenBy } };
}

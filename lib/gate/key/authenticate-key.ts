import { sha256 } from "@/lib/core/crypto/hash";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { logFailure } from "@/lib/core/db/database-health";
import { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { type GateKey, recordKeyUse } from "@/lib/gate/repository";

const HEADER = "x-gate-key";

/** The hash of the key that a gate sent; null if it is not well-formed. */
export function readGateKey(headers: RequestHeaders): Buffer | null {
  const sent = headers.get(HEADER);
  return sent !== null && isTokenOfKind(sent, "secret") ? sha256(sent) : null;
}

/** The error for a missing, wrong or revoked key. It does not say which. */
export function noGateKey(): ServiceError {
  return new ServiceError(
    "unauthenticated",
    "The gate is not authenticated. Its proxy must send X-Gate-Key with the secret of a service key with platform/gate.",
    { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
  );
}

/** Notes the use of a key while the call is answered. */
export function noteKeyUse({ isUseStale, secretId }: GateKey): void {
  if (!isUseStale) return;
  recordKeyUse(secretId).catch((thrown: unknown) => {
    logFailure(thrown, "use of a gate key not recorded");
  });
}

import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import type { Subject } from "@/lib/core/subject";
import type { SentCredentials, TokenContext } from "@/lib/protocol/tokens/statements";

/** A client, or a service key, with its secret. */
type Caller = { clientId: string; clientSecret: string };

/** The address that {@link credentialsOf} sends. */
export const SENT_FROM = "192.0.2.1";

/** The credentials that a statement takes. */
export function credentialsOf({ clientId, clientSecret }: Caller): SentCredentials {
  const secretHash = sha256(clientSecret);
  return { clientId, secretHash, otherSecretHash: null, ipAddress: SENT_FROM };
}

/** A client's request at the token endpoint of a company or organization. */
export function contextOf(client: Caller, subject: Subject): TokenContext {
  return { credentials: credentialsOf(client), subject, requestId: newId() };
}

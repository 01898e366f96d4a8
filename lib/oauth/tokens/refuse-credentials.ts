import { ServiceError } from "@/lib/kernel/errors";
import { type ClientCredentials, unknownClient } from "@/lib/oauth/tokens/read-client-credentials";
import { isInactiveClient } from "@/lib/oauth/tokens/refusal-repository";

/**
 * The error for credentials that no statement accepted: `invalid_client`, or `unauthorized_client` if the
 * secret is right and the client is inactive. Only a caller with the secret learns that.
 */
export async function refuseCredentials(credentials: ClientCredentials): Promise<ServiceError> {
  if (!(await isInactiveClient(credentials))) return unknownClient();
  return new ServiceError(
    "unauthorized_client",
    "The client is inactive. Activate it in the console; its codes and refresh tokens then work again.",
    { check: "client_active", fix: { kind: "activate_client" } },
  );
}

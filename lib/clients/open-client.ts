import { getClient } from "@/lib/clients/get-client";
import type { ClientResponse, ClientSecretListResponse } from "@/lib/clients/schemas";
import { listSecrets } from "@/lib/clients/secrets/list-secrets";
import { ServiceError } from "@/lib/core/errors";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

/** A client with its live secrets, masked, and the progress of their rotation. */
export type OpenedClient = {
  client: ClientResponse;
  secrets: ClientSecretListResponse["items"];
  rotation: ClientSecretListResponse["rotation"];
};

/**
 * Reads a client for its page. Reveals no secrets and so records nothing in the audit log.
 * @returns null if the caller's organization has no such client
 * @throws ServiceError forbidden
 */
export async function openClient(
  caller: Caller,
  clientId: string,
  info: RequestInfo,
): Promise<OpenedClient | null> {
  const params = { organization_id: caller.organizationId, client_id: clientId };
  try {
    const [client, secrets] = await Promise.all([
      perform(getClient, { params, query: { secrets: "masked" }, caller, info }),
      perform(listSecrets, { params, caller }),
    ]);
    const { items, rotation } = secrets.body;
    return { client: client.body, secrets: items, rotation };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "not_found") return null;
    throw thrown;
  }
}

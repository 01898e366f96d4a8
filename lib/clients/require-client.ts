import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getClient } from "@/lib/clients/read-clients";
import { listSecrets } from "@/lib/clients/secrets/secrets";
import { ServiceError } from "@/lib/core/errors";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

/** The member and the client on a client's page, which exists for no one else. Reveals no secrets. */
export async function requireClient(
  params: { organization_id: string; client_id: string },
  returnPath: string,
): Promise<OpenedClient & { caller: Caller & { kind: "user" } }> {
  const { caller } = await requireOrganizationMember(params.organization_id, returnPath);
  const { organizationId, userId, role } = caller;
  const result = await openOnce(organizationId, userId, role, params.client_id);
  return result ? { ...result, caller } : notFound();
}

// Frame and page render in parallel and need the same data.
const openOnce = cache(
  async (organizationId: string, userId: string, role: OrganizationRole, clientId: string) => {
    const caller = { kind: "user", organizationId, userId, role } as const;
    return openClient(caller, clientId, readRequestInfo(await headers()));
  },
);

/** A client with its live secrets, masked, and the progress of their rotation. */
type OpenedClient = NonNullable<Awaited<ReturnType<typeof openClient>>>;

/** Reads a client for its page, without revealing secrets; null if the organization has none. @throws ServiceError */
export async function openClient(caller: Caller, clientId: string, info: RequestInfo) {
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

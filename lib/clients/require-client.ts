import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { type OpenedClient, openClient } from "@/lib/clients/open-client";
import { readRequestInfo } from "@/lib/core/http/request-info";
import type { OrganizationRole } from "@/lib/core/permissions";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import type { Caller } from "@/lib/operation/access/caller";

/**
 * The member and the client on a client's page; the page does not exist for anyone else or for an unknown client.
 * Reveals no secrets.
 * @param returnPath where to continue after signing in
 */
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

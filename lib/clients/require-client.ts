import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import type { Caller } from "@/lib/access/caller";
import { requireOrganizationMember } from "@/lib/auth/require-member";
import { type OpenedClient, openClient } from "@/lib/clients/open-client";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import type { OrganizationRole } from "@/lib/kernel/permissions";

/**
 * The member who opens a page of a client, and the client; for anybody else, and for a client that
 * is not there, the page does not exist. Reveals no secret.
 * @param returnPath where to go on after signing in
 */
export async function requireClient(
  params: { organization_id: string; client_id: string },
  returnPath: string,
): Promise<OpenedClient & { caller: Caller & { kind: "user" } }> {
  const { caller } = await requireOrganizationMember(params.organization_id, returnPath);
  const { organizationId, userId, role } = caller;
  const opened = await openOnce(organizationId, userId, role, params.client_id);
  return opened ? { ...opened, caller } : notFound();
}

// Frame and page are rendered side by side and ask for the same.
const openOnce = cache(
  async (organizationId: string, userId: string, role: OrganizationRole, clientId: string) => {
    const caller = { kind: "user", organizationId, userId, role } as const;
    return openClient(caller, clientId, readRequestInfo(await headers()));
  },
);

import { env } from "@/lib/core/env/env";
import type { CompanyMembership } from "@/lib/operation/access/company-caller";

/**
 * Where a seller launches an extension of their company; null without a base URL, and while the extension is
 * deactivated, deleted, or suspended, or the company is suspended or closed.
 */
export function launchAddress(
  companyId: number,
  { client, company }: LaunchedGrant,
): string | null {
  const usable =
    company?.status === "active" &&
    client.isActive &&
    !client.deletedAt &&
    !suspensionOf(client).isSuspended;
  return usable && client.baseUrl
    ? installAddress(client.baseUrl, client.clientId, companyId)
    : null;
}

type LaunchedGrant = {
  client: Parameters<typeof suspensionOf>[0] & {
    clientId: string;
    baseUrl: string | null;
    isActive: boolean;
    deletedAt: Date | null;
  };
  company: Pick<CompanyMembership, "status"> | null;
};

/**
 * Where the platform sends the browser to install or launch an extension (platform spec, section 4.2, for a company).
 * @param baseUrl the extension's base URL
 * @param tenantId of a company, or the text that identifies an organization
 */
export function installAddress(
  baseUrl: string,
  clientId: string,
  tenantId: number | string,
): string {
  const isCompany = typeof tenantId === "number";
  const query = new URLSearchParams({
    [isCompany ? "company_id" : "organization_id"]: String(tenantId),
    client_id: clientId,
    cluster_url: env().clusterUrl,
  });
  return `${baseUrl.replace(/\/+$/, "")}/${isCompany ? "fp" : "adm"}/install?${query}`;
}

/** Whether and why the platform suspended a client, or the organization that publishes it. */
export function suspensionOf(client: {
  suspendedAt: Date | null;
  suspensionReason: string | null;
  organization: { status: "active" | "suspended" };
}): { isSuspended: boolean; suspensionReason: string | null } {
  const isSuspended = client.suspendedAt !== null || client.organization.status === "suspended";
  return { isSuspended, suspensionReason: client.suspensionReason };
}

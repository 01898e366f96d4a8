import type { CompanyMembership } from "@/lib/operation/access/seller-caller";
import { installAddress } from "@/lib/tenants/companies/install-address";
import { suspensionOf } from "@/lib/tenants/companies/suspension-of";

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

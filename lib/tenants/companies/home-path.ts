import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { listCompanyMemberships } from "@/lib/tenants/companies/list-company-memberships";

/** Where a person starts: their organization's overview, or else their company's extensions, or else null. */
export async function homePath(userId: string): Promise<string | null> {
  const [organizations, companies] = await Promise.all([
    listOrganizationMemberships(userId),
    listCompanyMemberships(userId),
  ]);
  if (organizations[0]) return `/organization/${organizations[0].id}`;
  if (companies[0]) return `/company/${companies[0].id}/extensions`;
  return null;
}

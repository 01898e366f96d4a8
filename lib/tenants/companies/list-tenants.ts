import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { signedIn } from "@/lib/operation/access";
import type { CompanyMembership } from "@/lib/operation/access/company-caller";
import { operation, type ResultOf } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { findCompanyMemberships } from "@/lib/tenants/companies/repository";

/** The organizations and companies of a person, by name, with their role in each. */
type Tenants = {
  organizations: ResultOf<typeof listOrganizationMemberships>;
  companies: CompanyMembership[];
};

export const listTenants = operation({
  id: "listTenants",
  access: signedIn(),
  returns: value<Tenants>(),
  async run({ caller }) {
    const [organizations, companies] = await Promise.all([
      perform(listOrganizationMemberships, { caller }),
      findCompanyMemberships(caller.session.userId),
    ]);
    return { organizations, companies };
  },
});

/** Where a person starts: their organization's overview, or else their company's extensions, or else null. */
export function homePath({ organizations, companies }: Tenants): string | null {
  if (organizations[0]) return `/organization/${organizations[0].id}`;
  if (companies[0]) return `/company/${companies[0].id}/extensions`;
  return null;
}

import type { PlatformContext } from "@/lib/access/operation-context";
import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { listClients } from "@/lib/directory/clients/list-clients";
import { listCompanies } from "@/lib/directory/companies/list-companies";
import { listOrganizations } from "@/lib/directory/organizations/list-organizations";
import { searchDirectoryContract } from "@/lib/directory/search/contract";
import { MAX_FOUND } from "@/lib/directory/search/values";
import { listUsers } from "@/lib/directory/users/list-users";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof searchDirectoryContract;

/**
 * Searches everything that an operator administers.
 * @throws ServiceError forbidden for everyone but operators and support
 */
export async function searchDirectory({
  query: { q },
  caller,
}: Pick<PlatformContext<Contract>, "query" | "caller">): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, searchDirectoryContract.platformPermission);
  const part = { query: { q, limit: MAX_FOUND }, caller };
  const [clients, organizations, companies, people] = await Promise.all([
    listClients(part),
    listOrganizations(part),
    listCompanies(part),
    listUsers(part),
  ]);
  return {
    body: {
      items: [
        ...clients.body.items.map(({ client_id: id, name }) => ({
          kind: "extension" as const,
          id,
          name,
        })),
        ...organizations.body.items.map(({ organization_id: id, name }) => ({
          kind: "organization" as const,
          id,
          name,
        })),
        ...companies.body.items.map(({ company_id: id, name }) => ({
          kind: "company" as const,
          id: String(id),
          name,
        })),
        ...people.body.items.map((person) => ({
          kind: "person" as const,
          id: person.user_id,
          name:
            `${person.first_name} ${person.last_name}`.trim() || (person.email ?? person.user_id),
        })),
      ],
    },
  };
}

import { readUseForCompany, readUseForOrganization } from "@/lib/consent/scope-use/repository";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import type { Subject } from "@/lib/core/subject";
import { countUseByScope, type ScopeUse } from "@/lib/gate/rules/count-use-by-scope";

/**
 * How clients used their scopes for a company or organization, from the API log.
 * @param days how far back `lastUsedAt` looks; `calls` are those of the last {@link USE_DAYS}
 * @returns by client; scopes without a use are omitted
 */
export async function readScopeUse(
  { companyId, organizationId }: Subject,
  clientIds: readonly string[],
  days: number,
): Promise<(clientId: string) => ScopeUse[]> {
  const useQuery = { clientIds, days, countedDays: USE_DAYS };
  const rows =
    companyId === null
      ? await readUseForOrganization({ organizationId, ...useQuery })
      : await readUseForCompany({ companyId, ...useQuery });
  return (clientId) => countUseByScope(rows.filter((row) => row.clientId === clientId));
}

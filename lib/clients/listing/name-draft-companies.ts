import { type ClientRow, replaceDraftCompanies } from "@/lib/clients/repository";
import type { Database } from "@/lib/kernel/db/client";
import { invalidFields } from "@/lib/kernel/http/invalid-fields";

/**
 * Names the companies that may install a client while it is a draft.
 * @throws ServiceError invalid_request for ids that belong to no company
 */
export async function nameDraftCompanies(
  tx: Database,
  { organizationId, clientId }: ClientRow,
  companyIds: number[],
): Promise<void> {
  const unknown = await replaceDraftCompanies(tx, { organizationId, clientId }, companyIds);
  if (unknown.length === 0) return;
  throw invalidFields(
    unknown.map((id) => ({
      path: `draft_companies.${companyIds.indexOf(id)}`,
      message: `names company ${id}, which does not exist`,
    })),
  );
}

import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authenticateSession } from "@/lib/identity/sessions/authenticate-session";
import type { SellerCaller } from "@/lib/operation/access/seller-caller";
import { findCompanyMembership } from "@/lib/tenants/companies/repository";

/**
 * Says which person of a company sends a form of one of its pages.
 * @throws ServiceError access_denied for a page of another site; unauthenticated; not_found for people of other companies
 */
export async function authenticateSeller(
  request: ApiRequest,
  companyId: number | null,
): Promise<SellerCaller> {
  const { session } = await authenticateSession(request);
  const company = companyId && (await findCompanyMembership(companyId, session.userId));
  if (!company) throw new ServiceError("not_found", "You are not a member of this company.");
  return { session, company };
}

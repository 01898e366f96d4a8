import type { SellerCaller } from "@/lib/access/seller-caller";
import { authenticateSession } from "@/lib/auth/authenticate-session";
import { findCompanyMembership } from "@/lib/companies/repository";
import { ServiceError } from "@/lib/kernel/errors";
import type { ApiRequest } from "@/lib/kernel/http/api-request";

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

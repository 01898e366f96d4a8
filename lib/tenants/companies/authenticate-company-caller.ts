import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { authenticateSession, readSession } from "@/lib/identity/sessions/read-session";
import {
  type CompanyCaller,
  noSuchCompany,
  type SellerCaller,
} from "@/lib/operation/access/company-caller";
import { findCompanyMembership } from "@/lib/tenants/companies/repository";

/**
 * Says who reads about a company: a service key with its access token, a person of the company, or an operator. A
 * person who is both acts as one of the company.
 * @throws ServiceError unauthenticated, invalid_token; not_found for people of other companies
 */
export async function authenticateCompanyCaller(
  request: ApiRequest,
  companyId: number | null,
): Promise<CompanyCaller> {
  if (authorizationOf(request.headers) !== null) return authenticatePlatformCaller(request);
  const session = await readSession(request.headers);
  if (!session) {
    throw new ServiceError(
      "unauthenticated",
      "Sign in as a member of the company, or send Authorization: Bearer with a service key's access token.",
      { headers: { "www-authenticate": 'Bearer realm="latchkey"' } },
    );
  }
  const { userId, operatorRole: role } = session;
  if (companyId !== null && (await findCompanyMembership(companyId, userId))) {
    return { kind: "seller", userId, companyId };
  }
  if (role) return { kind: "operator", userId, role };
  throw noSuchCompany();
}

/** Who sends a form of a company's page. @throws ServiceError access_denied, unauthenticated, or not_found */
export async function authenticateSeller(
  request: ApiRequest,
  companyId: number | null,
): Promise<SellerCaller> {
  const { session } = await authenticateSession(request);
  const company = companyId && (await findCompanyMembership(companyId, session.userId));
  if (!company) throw new ServiceError("not_found", "You are not a member of this company.");
  return { session, company };
}

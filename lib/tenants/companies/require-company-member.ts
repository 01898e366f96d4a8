import { notFound } from "next/navigation";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { requireSession } from "@/lib/identity/sessions/current-session";
import type { Session } from "@/lib/identity/sessions/session";
import { type CompanyMembership, findCompanyMembership } from "@/lib/tenants/companies/repository";

/** The signed-in member on a page of a company; the page does not exist for anyone else. */
export async function requireCompanyMember(
  companyIdInPath: string,
  returnPath: string,
): Promise<{ session: Session; company: CompanyMembership }> {
  const session = await requireSession(returnPath);
  const companyId = readCompanyId(companyIdInPath);
  const company = companyId && (await findCompanyMembership(companyId, session.userId));
  return company ? { session, company } : notFound();
}

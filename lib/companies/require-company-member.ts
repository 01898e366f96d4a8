import { notFound } from "next/navigation";
import { requireSession } from "@/lib/auth/current-session";
import type { Session } from "@/lib/auth/session";
import { type CompanyMembership, findCompanyMembership } from "@/lib/companies/repository";

const COMPANY_ID = /^[1-9]\d{0,8}$/;

/** The signed-in member on a page of a company; the page does not exist for anyone else. */
export async function requireCompanyMember(
  companyId: string,
  returnPath: string,
): Promise<{ session: Session; company: CompanyMembership }> {
  const session = await requireSession(returnPath);
  const company = COMPANY_ID.test(companyId)
    ? await findCompanyMembership(Number(companyId), session.userId)
    : null;
  return company ? { session, company } : notFound();
}

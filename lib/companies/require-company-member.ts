import { notFound } from "next/navigation";
import { requireSession } from "@/lib/auth/current-session";
import type { Session } from "@/lib/auth/session";
import { type CompanyMembership, findCompanyMembership } from "@/lib/companies/repository";
import { readCompanyId } from "@/lib/kernel/schemas/id-forms";

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

import { notFound } from "next/navigation";
import { cache } from "react";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { requireSession } from "@/lib/identity/sessions/current-session";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { findCompanyMembership } from "@/lib/tenants/companies/repository";

/** The signed-in member on a page of a company; the page does not exist for anyone else. One query per page. */
export const requireCompanyMember = cache(
  async (companyIdInPath: string, returnPath: string): Promise<SellerCaller> => {
    const session = await requireSession(returnPath);
    const companyId = readCompanyId(companyIdInPath);
    const company = companyId && (await findCompanyMembership(companyId, session.userId));
    return company ? { session, company } : notFound();
  },
);

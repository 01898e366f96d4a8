import { notFound } from "next/navigation";
import { cache } from "react";
import type { SellerCaller } from "@/lib/access/seller-caller";
import { requireSession } from "@/lib/auth/current-session";
import { findCompanyMembership } from "@/lib/companies/repository";
import { readCompanyId } from "@/lib/kernel/schemas/id-forms";

/** The signed-in member on a page of a company; the page does not exist for anyone else. One query per page. */
export const requireCompanyMember = cache(
  async (companyIdInPath: string, returnPath: string): Promise<SellerCaller> => {
    const session = await requireSession(returnPath);
    const companyId = readCompanyId(companyIdInPath);
    const company = companyId && (await findCompanyMembership(companyId, session.userId));
    return company ? { session, company } : notFound();
  },
);

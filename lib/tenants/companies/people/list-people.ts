import { z } from "zod";
import type { CompanyRole } from "@/lib/core/company-role-values";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { listPersonRows, type PersonRow } from "@/lib/tenants/companies/people/repository";
import { companyRolesWithin } from "@/lib/tenants/companies/people/role-authority";
import { type InvitationRow, MAX_OPEN_INVITATIONS } from "@/lib/tenants/invitations/invitation";
import { listInvitationRows } from "@/lib/tenants/invitations/invitation-rows";

/** Rows of a page. */
export const PEOPLE_PAGE_SIZE = 50;

/** A company's people as a member sees them. */
export type CompanyPeople = {
  people: PersonRow[];
  total: number;
  /** Empty if the member may not invite, or the company is closed. */
  invitations: InvitationRow<"company">[];
  /** Roles that the member may give and take; empty if they may not invite, or the company is closed. */
  within: readonly CompanyRole[];
};

/** Lists a page of a company's people for one of them, and its open invitations if they may invite. */
export const listPeople = operation({
  id: "listPeople",
  access: seller(),
  query: z.object({ page: z.int().min(1) }),
  returns: value<CompanyPeople>(),
  async run({ caller, query: { page } }) {
    const { id, role, status } = caller.company;
    const within = status === "closed" ? [] : companyRolesWithin(role);
    const all = { after: null, limit: MAX_OPEN_INVITATIONS, offset: 0, isCounted: false };
    const [{ people, total }, invitations] = await Promise.all([
      listPersonRows(id, { page_no: page, page_size: PEOPLE_PAGE_SIZE }),
      within.length > 0 ? listInvitationRows({ kind: "company", id }, all) : { rows: [] },
    ]);
    return { people, total, invitations: invitations.rows, within };
  },
});

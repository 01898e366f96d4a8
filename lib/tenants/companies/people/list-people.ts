import { z } from "zod";
import type { CompanyRole } from "@/lib/core/values/company-role-values";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";
import { rolesWithin } from "@/lib/tenants/membership/roles-within";
import { serializeInvitation } from "@/lib/tenants/organizations/invitations/invitations";
import { serializeMember } from "@/lib/tenants/organizations/members/members";
import { listInvitationRows } from "@/lib/tenants/people/invitation-rows";
import { listMemberRows } from "@/lib/tenants/people/member-rows";
import { MAX_OPEN_INVITATIONS, PEOPLE_PAGE_SIZE } from "@/lib/tenants/people/values";

/** A company's people as a member sees them. */
export type CompanyPeople = {
  members: ReturnType<typeof serializeMember<"company">>[];
  total: number;
  /** Empty if the member may not invite, or the company is closed. */
  invitations: ReturnType<typeof serializeInvitation<"company">>[];
  /** Roles that the member may give and take; empty if they may not invite, or the company is closed. */
  within: readonly CompanyRole[];
};

/** Lists a page of a company's people for one of them, and its open invitations if they may invite. */
export const listPeople = operation({
  id: "listPeople",
  access: seller(),
  request: { query: z.object({ page: z.int().min(1) }) },
  returns: value<CompanyPeople>(),
  async run({ caller, query: { page } }) {
    const { id, role, status } = caller.company;
    const tenant = { kind: "company", id } as const;
    const within = status === "closed" ? [] : rolesWithin("company", role);
    const offset = (page - 1) * PEOPLE_PAGE_SIZE;
    const everyInvitation = {
      after: null,
      limit: MAX_OPEN_INVITATIONS,
      offset: 0,
      isCounted: false,
    };
    const [{ rows, total }, invitations] = await Promise.all([
      listMemberRows(tenant, { after: null, limit: PEOPLE_PAGE_SIZE, offset, isCounted: true }),
      within.length > 0 ? listInvitationRows(tenant, everyInvitation) : null,
    ]);
    return {
      members: rows.map(serializeMember),
      total,
      invitations: invitations?.rows.map(serializeInvitation) ?? [],
      within,
    };
  },
});

import { z } from "zod";
import { transaction } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Locale } from "@/lib/core/i18n/locales";
import { type CompanyRole, companyRoles } from "@/lib/core/values/company-role-values";
import { seller } from "@/lib/operation/access";
import type { SellerCaller } from "@/lib/operation/access/company-caller";
import { operation } from "@/lib/operation/operation";
import { type Destination, notice, type Page, page, value } from "@/lib/operation/returns";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import { rolesWithin } from "@/lib/tenants/membership/tenants";
import { serializeInvitation, serializeMember } from "@/lib/tenants/organizations/members/members";
import { invitedEmailSchema } from "@/lib/tenants/organizations/members/schemas";
import { type InvitationRow, listInvitationRows } from "@/lib/tenants/people/invitation-rows";
import {
  type InvitationLink,
  invite,
  mailInvitation,
  newInvitationLink,
  resend,
  revoke,
} from "@/lib/tenants/people/manage-invitations";
import {
  changeMembership,
  lockCompanyMembers,
  type MembershipContext,
  PeopleError,
} from "@/lib/tenants/people/manage-members";
import { listMemberRows } from "@/lib/tenants/people/member-rows";
import {
  MAX_OPEN_INVITATIONS,
  PEOPLE_PAGE_SIZE,
  type PeopleNotice,
} from "@/lib/tenants/people/values";

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

// The forms on the page of a company's people.

const PEOPLE = "/company/{company_id}/people";
const ofPerson = z.object({ user_id: z.string() });
const ofInvitation = z.object({ invitation_id: z.string() });
const roleFormSchema = z.object({ role: z.enum(companyRoles) });

/** An owner or admin invites an email address to a role that is not above their own. */
export const invitePerson = operation({
  id: "invitePerson",
  request: {
    route: `POST ${PEOPLE}/invite`,
    body: roleFormSchema.extend({ email: invitedEmailSchema }),
  },
  access: seller(),
  returns: peoplePage("invalid_address"),
  async run({ caller, body, info, locale }) {
    const link = newInvitationLink();
    const row = await inCompany({ caller, info }, (people) => invite(people, body, link));
    return answerInvitation(locale, caller.company, row, link);
  },
});

/** Replaces the link of an invitation and sends the new one. From now on the caller counts as its sender. */
export const resendCompanyInvitation = operation({
  id: "resendCompanyInvitation",
  request: { route: `POST ${PEOPLE}/invitations/{invitation_id}/resend`, params: ofInvitation },
  access: seller(),
  returns: peoplePage(),
  async run({ caller, params, info, locale }) {
    const link = newInvitationLink();
    const row = await inCompany({ caller, info }, (people) =>
      resend(people, params.invitation_id, link),
    );
    return answerInvitation(locale, caller.company, row, link);
  },
});

export const revokeCompanyInvitation = operation({
  id: "revokeCompanyInvitation",
  request: { route: `POST ${PEOPLE}/invitations/{invitation_id}/revoke`, params: ofInvitation },
  access: seller(),
  returns: peoplePage(),
  async run({ caller, params, info }) {
    await inCompany({ caller, info }, (people) => revoke(people, params.invitation_id));
    return notice("invitation_revoked");
  },
});

/** An owner or admin changes a person's role. */
export const changeCompanyRole = operation({
  id: "changeCompanyRole",
  request: { route: `POST ${PEOPLE}/{user_id}/role`, params: ofPerson, body: roleFormSchema },
  access: seller(),
  returns: peoplePage("not_allowed"),
  async run({ caller, params, body, info }) {
    const change = { userId: params.user_id, role: body.role, action: "role_changed" } as const;
    await inCompany({ caller, info }, (people) => changeMembership(people, change));
    return notice("role_changed");
  },
});

/** An owner or admin removes a person. Their online tokens for the company are denied from the next call on. */
export const removePerson = operation({
  id: "removePerson",
  request: { route: `POST ${PEOPLE}/{user_id}/remove`, params: ofPerson },
  access: seller(),
  returns: peoplePage(),
  async run({ caller, params, info }) {
    const change = { userId: params.user_id, role: null, action: "removed" } as const;
    await inCompany({ caller, info }, (people) => changeMembership(people, change));
    return notice("removed");
  },
});

/** Ends the signed-in person's own membership, whatever their role. */
export const leaveCompany = operation({
  id: "leaveCompany",
  request: { route: `POST ${PEOPLE}/leave` },
  access: seller(),
  returns: peoplePage(),
  async run({ caller, info }) {
    const change = { userId: caller.session.userId, role: null, action: "left" } as const;
    await inCompany({ caller, info }, (people) => changeMembership(people, change));
    return { to: "/" };
  },
});

/** Makes a change of a company's people, which are locked meanwhile. */
function inCompany<T>(
  { caller, info }: { caller: SellerCaller; info: RequestInfo },
  change: (people: MembershipContext<"company">) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => change(await lockCompanyMembers(tx, caller, info)));
}

/** What the forms on the page of a company's people return. */
function peoplePage(invalid?: PeopleNotice): Page<PeopleNotice> {
  return page<PeopleNotice>({
    on: PEOPLE,
    failure: sellerFailure("peopleNotChanged"),
    show: (notice) => `?notice=${notice}`,
    noticeOf: (error) => (error instanceof PeopleError ? error.notice : null),
    ...(invalid && { invalid }),
  });
}

/** Mails an invitation's link, or shows it once if that fails. Runs outside transactions. */
async function answerInvitation(
  locale: Locale,
  company: { id: number; name: string },
  row: InvitationRow<"company">,
  invitationLink: InvitationLink,
): Promise<Destination<PeopleNotice>> {
  const tenant = { kind: "company", ...company } as const;
  const { mail, link } = await mailInvitation(tenant, row, invitationLink, locale);
  if (link === null) return { notice: "invited" };
  return {
    page: (t) => ({
      title: t("invitationLink.title", { email: row.email }),
      paragraphs: [
        t(mail === "refused" ? "invitationLink.refused" : "invitationLink.noServer"),
        t("invitationLink.once"),
      ],
      lines: { label: t("invitationLink.label"), texts: [link], fileName: "invitation.txt" },
      link: { href: `/company/${company.id}/people`, label: t("invitationLink.goOn") },
    }),
  };
}

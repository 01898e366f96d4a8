import { z } from "zod";
import { transaction } from "@/lib/core/db/client";
import type { Locale } from "@/lib/core/i18n/locales";
import { companyRoles } from "@/lib/core/values/company-role-values";
import { seller } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { type Destination, notice, type Page, page } from "@/lib/operation/returns";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type { InvitationRow } from "@/lib/tenants/membership/tenants";
import { mailInvitation } from "@/lib/tenants/people/mail-invitation";
import {
  type InvitationLink,
  invite,
  newInvitationLink,
  resend,
  revoke,
} from "@/lib/tenants/people/manage-invitations";
import { changeRole, leave, remove } from "@/lib/tenants/people/manage-members";
import { lockCompanyMembers } from "@/lib/tenants/people/membership-context";
import { PeopleError } from "@/lib/tenants/people/people-error";
import { invitedEmailSchema } from "@/lib/tenants/people/schemas";
import type { PeopleNotice } from "@/lib/tenants/people/values";

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
    const row = await transaction(async (tx) =>
      invite(await lockCompanyMembers(tx, caller, info), body, link),
    );
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
    const row = await transaction(async (tx) =>
      resend(await lockCompanyMembers(tx, caller, info), params.invitation_id, link),
    );
    return answerInvitation(locale, caller.company, row, link);
  },
});

/** Ends an invitation's link. */
export const revokeCompanyInvitation = operation({
  id: "revokeCompanyInvitation",
  request: { route: `POST ${PEOPLE}/invitations/{invitation_id}/revoke`, params: ofInvitation },
  access: seller(),
  returns: peoplePage(),
  async run({ caller, params, info }) {
    await transaction(async (tx) =>
      revoke(await lockCompanyMembers(tx, caller, info), params.invitation_id),
    );
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
    await transaction(async (tx) =>
      changeRole(await lockCompanyMembers(tx, caller, info), params.user_id, body.role),
    );
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
    await transaction(async (tx) =>
      remove(await lockCompanyMembers(tx, caller, info), params.user_id),
    );
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
    await transaction(async (tx) =>
      leave(await lockCompanyMembers(tx, caller, info), caller.session.userId),
    );
    return { to: "/" };
  },
});

/**
 * What the forms on the page of a company's people return.
 * @param invalid the notice for invalid values
 */
function peoplePage(invalid?: PeopleNotice): Page<PeopleNotice> {
  return page<PeopleNotice>({
    on: PEOPLE,
    failure: sellerFailure("peopleNotChanged"),
    show: (notice) => `?notice=${notice}`,
    noticeOf: (error) => (error instanceof PeopleError ? error.notice : null),
    ...(invalid && { invalid }),
  });
}

/**
 * Mails the link of an invitation to a company and returns to the page of its people. A link that was not mailed is
 * shown once instead, for the person to pass on. Runs outside transactions.
 */
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

import type { Locale } from "@/lib/core/i18n/locales";
import { type Destination, type Page, page } from "@/lib/operation/returns";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import { sellerFailure } from "@/lib/tenants/companies/seller-failure";
import type { InvitationLink, InvitationRow } from "@/lib/tenants/invitations/invitation";
import { mailInvitation } from "@/lib/tenants/invitations/mail-invitation";
import { PeopleError } from "@/lib/tenants/members/people-error";

/**
 * What the forms on the page of a company's people return.
 * @param invalid the notice for invalid values
 */
export function peoplePage(invalid?: PeopleNotice): Page<PeopleNotice> {
  return page<PeopleNotice>({
    on: "/company/{company_id}/people",
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
export async function answerInvitation(
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

import type { Locale } from "@/lib/core/i18n/locales";
import type { Destination } from "@/lib/operation/returns";
import type { PeopleNotice } from "@/lib/tenants/companies/people/values";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import { mailInvitation } from "@/lib/tenants/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

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

import { redirectResponse } from "@/lib/core/http/responses";
import { requestLocale } from "@/lib/core/i18n/request-locale";
import { renderPage } from "@/lib/core/pages/render-page";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import { mailInvitation } from "@/lib/tenants/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

/**
 * Mails the link of an invitation to a company and returns to the page of its people. A link that was not mailed is
 * shown once instead, for the person to pass on. Runs outside transactions.
 */
export async function answerInvitation(
  request: Request,
  company: { id: number; name: string },
  row: InvitationRow<"company">,
  invitationLink: InvitationLink,
): Promise<Response> {
  const tenant = { kind: "company", ...company } as const;
  const locale = requestLocale(request.headers);
  const { mail, link } = await mailInvitation(tenant, row, invitationLink, locale);
  const path = `/company/${company.id}/people`;
  if (link === null) return redirectResponse(303, `${path}?notice=invited`);
  return renderPage(request.headers, 200, (t) => ({
    title: t("invitationLink.title", { email: row.email }),
    paragraphs: [
      t(mail === "refused" ? "invitationLink.refused" : "invitationLink.noServer"),
      t("invitationLink.once"),
    ],
    lines: { label: t("invitationLink.label"), texts: [link], fileName: "invitation.txt" },
    link: { href: path, label: t("invitationLink.goOn") },
  }));
}

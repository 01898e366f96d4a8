import { currentBrand } from "@/lib/core/brand/current-brand";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import { type MailOutcome, mailWords, sendMail } from "@/lib/core/mail/send-mail";
import type { InvitationRow, Kind, Tenant } from "@/lib/tenants/membership/tenants";
import { INVITATIONS } from "@/lib/tenants/people/invitation-rows";
import type { InvitationLink } from "@/lib/tenants/people/manage-invitations";

/**
 * Mails the link of an invitation. Must run outside transactions, since a mail server may be slow.
 * @param tenant with its name
 * @param locale the language of the person who invites
 * @returns the outcome, with the link only if it was not mailed
 */
export async function mailInvitation<K extends Kind>(
  { name, ...tenant }: Tenant<K> & { name: string },
  row: InvitationRow<K>,
  { link, stored }: InvitationLink,
  locale: Locale,
): Promise<{ mail: MailOutcome; link: string | null }> {
  const t = mailWords(locale);
  const { productName: product } = await currentBrand();
  const time = new Intl.DateTimeFormat(dateLocales[locale], {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(row.expiresAt);
  const inviter = row.inviterName ?? name;
  const offer = { inviter, tenant: name, product, role: row.role };
  const mail = await sendMail({
    to: row.email,
    subject: t("invitation.subject", { tenant: name, product }),
    text: [
      tenant.kind === "company"
        ? t("invitation.company", offer)
        : t("invitation.organization", offer),
      `${t("invitation.accept")}\n${link}`,
      t("invitation.works", { time, email: row.email }),
    ].join("\n\n"),
  });
  if (mail === "sent") {
    const { tokenHash } = stored;
    await INVITATIONS[tenant.kind].markMailed({ id: tenant.id, invitationId: row.id, tokenHash });
  }
  return { mail, link: mail === "sent" ? null : link };
}

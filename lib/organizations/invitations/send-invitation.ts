import { db } from "@/lib/kernel/db/client";
import { sendMail } from "@/lib/mail/send-mail";
import type { newLink } from "@/lib/organizations/invitations/new-link";
import { type InvitationRow, markMailed } from "@/lib/organizations/invitations/repository";
import type { SentInvitationResponse } from "@/lib/organizations/invitations/schemas";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";
import { findOrganization } from "@/lib/organizations/repository";

const MOMENT = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/**
 * Mails the link of an invitation. Must run outside transactions, since a mail server may be slow.
 * @returns the response, with the link only if it was not mailed
 */
export async function sendInvitation(
  organizationId: string,
  row: InvitationRow,
  { link, stored }: ReturnType<typeof newLink>,
): Promise<SentInvitationResponse> {
  const { name } = await findOrganization(db(), organizationId);
  const invitation = serializeInvitation(row);
  const mail = await sendMail({
    to: row.email,
    subject: `Join ${name} on Latchkey`,
    text: [
      `${invitation.invited_by ?? name} invites you to join ${name} on Latchkey as ${row.role}.`,
      `Accept the invitation:\n${link}`,
      `The link works once, until ${MOMENT.format(row.expiresAt)} UTC, and only for ${row.email}. If you did not expect this invitation, ignore this mail.`,
    ].join("\n\n"),
  });
  if (mail === "sent") await markMailed(row.id, stored.tokenHash);
  return { ...invitation, mail, link: mail === "sent" ? null : link };
}

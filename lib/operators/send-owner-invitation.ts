import type { Locale } from "@/lib/i18n/locales";
import type { InvitationRow, Kind, Tenant } from "@/lib/invitations/kinds";
import { mailInvitation } from "@/lib/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/invitations/new-invitation-link";
import type { SentOwnerInvitation } from "@/lib/operators/schemas";

/**
 * Mails the link of an owner's invitation, outside transactions.
 * @returns the response, with the link only if it was not mailed
 */
export async function sendOwnerInvitation<K extends Kind>(
  tenant: Tenant<K> & { name: string },
  row: InvitationRow<K>,
  invitationLink: InvitationLink,
  locale: Locale,
): Promise<SentOwnerInvitation> {
  const sent = await mailInvitation(tenant, row, invitationLink, locale);
  return { id: row.id, email: row.email, expires_at: row.expiresAt.toISOString(), ...sent };
}

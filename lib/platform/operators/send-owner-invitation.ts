import type { Locale } from "@/lib/core/i18n/locales";
import type { SentOwnerInvitation } from "@/lib/platform/operators/schemas";
import type { InvitationRow, Kind, Tenant } from "@/lib/tenants/invitations/kinds";
import { mailInvitation } from "@/lib/tenants/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

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

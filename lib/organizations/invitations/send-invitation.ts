import type { Locale } from "@/lib/i18n/locales";
import type { InvitationRow } from "@/lib/invitations/kinds";
import { mailInvitation } from "@/lib/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/invitations/new-invitation-link";
import { db } from "@/lib/kernel/db/client";
import type { SentInvitationResponse } from "@/lib/organizations/invitations/schemas";
import { serializeInvitation } from "@/lib/organizations/invitations/serialize";
import { findOrganization } from "@/lib/organizations/repository";

/**
 * Mails the link of an invitation to an organization, outside transactions.
 * @returns the response, with the link only if it was not mailed
 */
export async function sendInvitation(
  organizationId: string,
  row: InvitationRow<"organization">,
  invitationLink: InvitationLink,
  locale: Locale,
): Promise<SentInvitationResponse> {
  const { name } = await findOrganization(db(), organizationId);
  const tenant = { kind: "organization", id: organizationId, name } as const;
  return {
    ...serializeInvitation(row),
    ...(await mailInvitation(tenant, row, invitationLink, locale)),
  };
}

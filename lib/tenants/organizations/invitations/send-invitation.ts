import { db } from "@/lib/core/db/client";
import type { Locale } from "@/lib/core/i18n/locales";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import { mailInvitation } from "@/lib/tenants/invitations/mail-invitation";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";
import { serializeInvitation } from "@/lib/tenants/organizations/invitations/serialize";
import { findOrganization } from "@/lib/tenants/organizations/repository";

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

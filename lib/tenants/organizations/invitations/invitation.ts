import { db } from "@/lib/core/db/client";
import type { Locale } from "@/lib/core/i18n/locales";
import { idSchema } from "@/lib/core/schemas/id-schema";
import type { SentInvitationResponse } from "@/lib/tenants/organizations/invitations/schemas";
import { ORGANIZATION_PATH, ofOrganization } from "@/lib/tenants/organizations/organization";
import { findOrganization } from "@/lib/tenants/organizations/repository";
import { mailInvitation } from "@/lib/tenants/people/mail-invitation";
import type { InvitationLink } from "@/lib/tenants/people/manage-invitations";
import type { InvitationRow, Kind } from "@/lib/tenants/people/tenant";

export const COLLECTION = `${ORGANIZATION_PATH}/invitation` as const;
export const INVITATION = `${COLLECTION}/{invitation_id}` as const;

export const ofInvitation = ofOrganization.extend({
  invitation_id: idSchema.meta({ description: "Id of the invitation." }),
});

export const DELIVERY =
  "The link is sent by mail. If no mail server is configured, or it does not accept the mail, the response contains the link instead.";

/** An open invitation in the format of the API. */
export function serializeInvitation<K extends Kind>(row: InvitationRow<K>) {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.inviterName,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    expired: row.expiresAt <= new Date(),
  };
}

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

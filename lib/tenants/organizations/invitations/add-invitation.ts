import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { OrganizationRole } from "@/lib/core/permissions";
import {
  countOpenInvitations,
  insertInvitation,
  isMember,
} from "@/lib/tenants/invitations/invitation-rows";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/invitations/max-open-invitations";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

/**
 * Stores an invitation to an organization, which must be locked.
 * @param offer `invitedBy` is null if no person sends it
 * @throws ServiceError conflict for a member, if the address has an open invitation, or if there are too many
 */
export async function addInvitation(
  tx: Database,
  organizationId: string,
  offer: { email: string; role: OrganizationRole; invitedBy: string | null },
  { stored }: InvitationLink,
): Promise<InvitationRow<"organization">> {
  const tenant = { kind: "organization", id: organizationId } as const;
  if (await isMember(tx, tenant, offer.email)) throw isMemberAlready(offer.email);
  if ((await countOpenInvitations(tx, tenant)) >= MAX_OPEN_INVITATIONS) throw tooMany();
  const inserted = await insertInvitation(tx, tenant, { ...offer, ...stored });
  if (!inserted) throw isInvitedAlready(offer.email);
  return inserted;
}

function isMemberAlready(email: string): ServiceError {
  return new ServiceError("conflict", `${email} is already a member. Change their role instead.`);
}

function isInvitedAlready(email: string): ServiceError {
  return new ServiceError(
    "conflict",
    `${email} already has an open invitation. Resend it, or revoke it first.`,
  );
}

function tooMany(): ServiceError {
  return new ServiceError(
    "conflict",
    `The organization already has ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`,
  );
}

import type { Database } from "@/lib/core/db/client";
import {
  type InvitationLink,
  type InvitationRow,
  type Kind,
  MAX_OPEN_INVITATIONS,
  type Role,
  type Tenant,
} from "@/lib/tenants/invitations/invitation";
import {
  countOpenInvitations,
  insertInvitation,
  isMember,
} from "@/lib/tenants/invitations/invitation-rows";
import { PeopleError } from "@/lib/tenants/members/people-error";

/**
 * Stores an invitation to an organization or company, which must be locked.
 * @param offer `invitedBy` is null if no person sends it
 * @throws ServiceError conflict for a member, if the address has an open invitation, or if there are too many
 */
export async function addInvitation<K extends Kind>(
  tx: Database,
  tenant: Tenant<K>,
  offer: { email: string; role: Role<K>; invitedBy: string | null },
  { stored }: InvitationLink,
): Promise<InvitationRow<K>> {
  const { email } = offer;
  if (await isMember(tx, tenant, email)) {
    throw new PeopleError(
      "conflict",
      "already_member",
      `${email} is already a member. Change their role instead.`,
    );
  }
  if ((await countOpenInvitations(tx, tenant)) >= MAX_OPEN_INVITATIONS) {
    throw new PeopleError(
      "conflict",
      "too_many_invitations",
      `The ${tenant.kind} already has ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`,
    );
  }
  const row = await insertInvitation(tx, tenant, { ...offer, ...stored });
  if (row) return row;
  throw new PeopleError(
    "conflict",
    "already_invited",
    `${email} already has an open invitation. Resend it, or revoke it first.`,
  );
}

import type { CompanyRole } from "@/lib/core/company-role-values";
import type { Database } from "@/lib/core/db/client";
import { PeopleError } from "@/lib/tenants/companies/people/people-error";
import {
  countOpenInvitations,
  insertInvitation,
  isMember,
} from "@/lib/tenants/invitations/invitation-rows";
import type { InvitationRow } from "@/lib/tenants/invitations/kinds";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/invitations/max-open-invitations";
import type { InvitationLink } from "@/lib/tenants/invitations/new-invitation-link";

/**
 * Stores an invitation to a company, which must be locked.
 * @param offer `invitedBy` is null if no person sends it
 * @throws ServiceError conflict for a member, if the address has an open invitation, or if there are too many
 */
export async function addInvitation(
  tx: Database,
  companyId: number,
  offer: { email: string; role: CompanyRole; invitedBy: string | null },
  { stored }: InvitationLink,
): Promise<InvitationRow<"company">> {
  const tenant = { kind: "company", id: companyId } as const;
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
      `The company already has ${MAX_OPEN_INVITATIONS} open invitations. Revoke some first.`,
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

import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { type ListPart, partValues } from "@/lib/core/db/list-sql";
import { first } from "@/lib/core/db/sql";
import type { NewLink } from "@/lib/identity/sessions/link";
import type { InvitationRow, Kind, Role, Tenant } from "@/lib/tenants/invitations/invitation";
import { statements } from "@/lib/tenants/invitations/statements";
import { PeopleError } from "@/lib/tenants/members/people-error";

/** A part of the open invitations to a tenant, including expired ones, newest first, with their number. */
export async function listInvitationRows<K extends Kind>(
  { kind, id }: Tenant<K>,
  part: ListPart,
): Promise<{ total: number; rows: InvitationRow<K>[] }> {
  const rows = await statements[kind].list({ id, ...partValues(part) });
  return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** The number of open invitations to a tenant. */
export async function countOpenInvitations<K extends Kind>(
  database: Database,
  { kind, id }: Tenant<K>,
): Promise<number> {
  const [row] = await statements[kind].count({ id }, database);
  return row?.open ?? 0;
}

/** Whether a person who signs in with this email address and a password is a member. */
export async function isMember<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  email: string,
): Promise<boolean> {
  const rows = await statements[kind].findMember({ id, email }, tx);
  return rows.length > 0;
}

/** Stores an invitation, replacing an expired one; null if the address has a valid one. */
export async function insertInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  invitation: { email: string; role: Role<K>; invitedBy: string | null } & NewLink,
): Promise<InvitationRow<K> | null> {
  const { revokeExpired, insert } = statements[kind];
  await revokeExpired({ id, email: invitation.email }, tx);
  return first(await insert({ ...invitation, id, invitationId: newId() }, tx));
}

/** An open invitation to a tenant. @throws ServiceError not_found */
export async function requireOpenInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  invitationId: string,
): Promise<InvitationRow<K>> {
  const [row] = await statements[kind].find({ id, invitationId }, tx);
  return row ?? noSuchInvitation(kind);
}

/** Replaces the link of an open invitation. @throws ServiceError not_found if it is no longer open */
export async function renewInvitation<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  invitationId: string,
  link: NewLink & { invitedBy: string | null },
): Promise<InvitationRow<K>> {
  const [row] = await statements[kind].renew({ ...link, id, invitationId }, tx);
  return row ?? noSuchInvitation(kind);
}

/** Records that this link of an invitation was sent by mail only. */
export async function markMailed<K extends Kind>(
  { kind, id }: Tenant<K>,
  invitationId: string,
  tokenHash: NewLink["tokenHash"],
): Promise<void> {
  await statements[kind].markMailed({ id, invitationId, tokenHash });
}

/** Revokes an open invitation. @throws ServiceError not_found if it is no longer open */
export async function revokeInvitationRow<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  invitationId: string,
): Promise<void> {
  const revoked = await statements[kind].revoke({ id, invitationId }, tx);
  if (revoked.length === 0) noSuchInvitation(kind);
}

// The same error for one that does not exist here and one that is no longer open.
function noSuchInvitation(kind: Kind): never {
  const message = `This ${kind} has no open invitation with this id.`;
  throw new PeopleError("not_found", "no_such_invitation", message);
}

/** Revokes a person's open invitations to other roles than these. */
export async function revokeInvitationsFrom<K extends Kind>(
  tx: Database,
  { kind, id }: Tenant<K>,
  invitedBy: string,
  within: readonly Role<K>[],
): Promise<void> {
  await statements[kind].revokeSentBy({ id, invitedBy, within }, tx);
}

/** Revokes the open invitations of owners that a person sent to tenants of which they are not an owner themselves. */
export async function revokeOwnerInvitations(tx: Database, invitedBy: string): Promise<void> {
  await statements.organization.revokeOwners({ invitedBy }, tx);
  await statements.company.revokeOwners({ invitedBy }, tx);
}

/** Uses up an invitation; null if it was already used, revoked or expired. */
export async function takeInvitationRow<K extends Kind>(
  tx: Database,
  kind: K,
  tokenHash: NewLink["tokenHash"],
): Promise<{ role: Role<K>; isMailed: boolean } | null> {
  return first(await statements[kind].take({ tokenHash }, tx));
}

import type { Database } from "@/lib/core/db/client";
import { newLink } from "@/lib/identity/sessions/link";
import {
  countOpenInvitations,
  insertInvitation,
  isMember,
  renewInvitation,
  requireOpenInvitation,
  revokeInvitationRow,
} from "@/lib/tenants/people/invitation-rows";
import { type PeopleEditor, requireRole } from "@/lib/tenants/people/people-editor";
import { PeopleError } from "@/lib/tenants/people/people-error";
import type { InvitationRow, Kind, Role, Tenant } from "@/lib/tenants/people/tenant";
import { MAX_OPEN_INVITATIONS } from "@/lib/tenants/people/values";

const LINK_SECONDS = 7 * 24 * 60 * 60;

/** The link of an invitation, and the part of it that is stored. */
export type InvitationLink = ReturnType<typeof newLink>;

/** Creates the link of an invitation, valid for seven days. */
export function newInvitationLink(): InvitationLink {
  return newLink("invitation", LINK_SECONDS);
}

/**
 * Invites an email address to a role that is not above the editor's.
 * @throws ServiceError forbidden for a role above the editor's; otherwise as {@link addInvitation}
 */
export async function invite<K extends Kind>(
  editor: PeopleEditor<K>,
  { email, role }: { email: string; role: Role<K> },
  link: InvitationLink,
): Promise<InvitationRow<K>> {
  requireRole(editor, role);
  const offer = { email, role, invitedBy: editor.userId };
  const row = await addInvitation(editor.tx, editor.tenant, offer, link);
  await editor.record({
    action: "invitation.created",
    target: `invitation:${row.id}`,
    after: { email: row.email, role },
  });
  return row;
}

/**
 * Replaces the link of an invitation. From now on the editor counts as its sender.
 * @throws ServiceError not_found; forbidden for a role above the editor's, since they may see the link
 */
export async function resend<K extends Kind>(
  editor: PeopleEditor<K>,
  id: string,
  { stored }: InvitationLink,
): Promise<InvitationRow<K>> {
  const { email, role } = await requireEditable(editor, id);
  const link = { ...stored, invitedBy: editor.userId };
  const renewed = await renewInvitation(editor.tx, editor.tenant, id, link);
  await editor.record({
    action: "invitation.resent",
    target: `invitation:${id}`,
    after: { email, role },
  });
  return renewed;
}

/** Ends the link of an invitation. @throws ServiceError not_found; forbidden for a role above the editor's */
export async function revoke<K extends Kind>(
  editor: PeopleEditor<K>,
  id: string,
): Promise<InvitationRow<K>> {
  const row = await requireEditable(editor, id);
  // It may have been accepted since it was read.
  await revokeInvitationRow(editor.tx, editor.tenant, id);
  await editor.record({
    action: "invitation.revoked",
    target: `invitation:${id}`,
    before: { email: row.email, role: row.role },
  });
  return row;
}

async function requireEditable<K extends Kind>(
  editor: PeopleEditor<K>,
  id: string,
): Promise<InvitationRow<K>> {
  const row = await requireOpenInvitation(editor.tx, editor.tenant, id);
  requireRole(editor, row.role);
  return row;
}

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

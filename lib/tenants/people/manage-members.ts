import {
  deleteMember,
  findMember,
  hasOtherOwner,
  type MemberRow,
  updateRole,
} from "@/lib/tenants/people/member-rows";
import { type PeopleEditor, requireRole } from "@/lib/tenants/people/people-editor";
import { PeopleError } from "@/lib/tenants/people/people-error";
import type { Kind, Role } from "@/lib/tenants/people/tenant";

/**
 * Changes a member's role.
 * @returns the member with the new role
 * @throws ServiceError not_found; forbidden for a role above the editor's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export async function changeRole<K extends Kind>(
  editor: PeopleEditor<K>,
  userId: string,
  role: Role<K>,
): Promise<MemberRow<K>> {
  const member = await requireLocalMember(editor, userId);
  requireRole(editor, member.role);
  requireRole(editor, role);
  if (role === member.role) return member;
  await endAuthority(editor, member, role);
  await updateRole(editor.tx, editor.tenant, userId, role);
  await editor.record({
    action: "member.role_changed",
    target: `user:${userId}`,
    before: { role: member.role },
    after: { role },
  });
  return { ...member, role };
}

/** Removes a member. Their sessions stay valid but no longer give access. @throws ServiceError as {@link changeRole} */
export async function remove<K extends Kind>(
  editor: PeopleEditor<K>,
  userId: string,
): Promise<MemberRow<K>> {
  const member = await requireLocalMember(editor, userId);
  requireRole(editor, member.role);
  return endMembership(editor, member, "removed");
}

/** Ends a member's own membership, whatever their role. @throws ServiceError as {@link changeRole} */
export async function leave<K extends Kind>(
  editor: PeopleEditor<K>,
  userId: string,
): Promise<MemberRow<K>> {
  return endMembership(editor, await requireLocalMember(editor, userId), "left");
}

async function requireLocalMember<K extends Kind>(
  { tx, tenant }: PeopleEditor<K>,
  userId: string,
): Promise<MemberRow<K>> {
  const member = await findMember(tx, tenant, userId);
  if (!member) {
    const message = `This ${tenant.kind} has no such member.`;
    throw new PeopleError("not_found", "no_such_person", message);
  }
  if (member.source === "local") return member;
  throw new PeopleError(
    "conflict",
    "managed",
    "The platform manages this membership. Change it in the platform's directory; it then changes here.",
  );
}

async function endMembership<K extends Kind>(
  editor: PeopleEditor<K>,
  member: MemberRow<K>,
  action: "left" | "removed",
): Promise<MemberRow<K>> {
  const { userId, role } = member;
  await endAuthority(editor, member, null);
  await deleteMember(editor.tx, editor.tenant, userId);
  await editor.record({ action: `member.${action}`, target: `user:${userId}`, before: { role } });
  return member;
}

/** Before a role changes or ends (null): keeps the last owner, and ends what the next role does not allow. */
async function endAuthority<K extends Kind>(
  { tx, tenant, endExcess }: PeopleEditor<K>,
  { userId, role }: MemberRow<K>,
  next: Role<K> | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  if (losesOwner && !(await hasOtherOwner(tx, tenant, userId))) {
    const message = `This is the ${tenant.kind}'s last owner. Make someone else an owner first.`;
    throw new PeopleError("conflict", "last_owner", message);
  }
  await endExcess(userId, next);
}

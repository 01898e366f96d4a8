import { MEMBERSHIPS, type Membership } from "@/lib/tenants/membership/membership-rows";
import { setMembership } from "@/lib/tenants/membership/set-membership";
import type { Kind, Role } from "@/lib/tenants/membership/tenants";
import { overrides } from "@/lib/tenants/membership/tenants";
import { findMember, type MemberRow } from "@/lib/tenants/people/member-rows";
import {
  type MembershipContext,
  PeopleError,
  requireRole,
} from "@/lib/tenants/people/membership-context";

type RoleChange<K extends Kind> = {
  userId: string;
  /** Null ends the membership. */
  role: Role<K> | null;
  action: "role_changed" | "removed" | "left";
};

/**
 * Changes a member's role, removes a member, or lets one leave, whatever their role. Sessions stay valid but no longer
 * give access.
 * @returns the member as they were
 * @throws ServiceError not_found; forbidden for a role above the caller's; conflict for the last owner, for a membership
 * that the platform manages, and for secrets whose revocation was not confirmed
 */
export async function changeMembership<K extends Kind>(
  context: MembershipContext<K>,
  { userId, role, action }: RoleChange<K>,
): Promise<MemberRow<K>> {
  const { tx, tenant, by } = context;
  const member = await findMember(tx, tenant, userId);
  if (!member) throw noSuchMember(tenant.kind);
  const { before, after } = await setMembership(tx, {
    tenant,
    userId,
    role,
    source: "local",
    by,
    check: async (membership) => {
      if (!membership) throw noSuchMember(tenant.kind);
      requireLocal(membership);
      if (action !== "left") requireRole(context, membership.role);
      if (role) requireRole(context, role);
      await requireOtherOwner(context, userId, membership.role, role);
    },
  });
  if (before === after) return member;
  await context.record({
    action: `member.${action}`,
    target: `user:${userId}`,
    before: { role: (before ?? member).role },
    ...(role && { after: { role } }),
  });
  return member;
}

function noSuchMember(kind: Kind): PeopleError {
  return new PeopleError("not_found", "no_such_person", `This ${kind} has no such member.`);
}

function requireLocal({ source }: Pick<Membership<Kind>, "source">): void {
  if (overrides("local", source)) return;
  throw new PeopleError(
    "conflict",
    "managed",
    "The platform manages this membership. Change it in the platform's directory; it then changes here.",
  );
}

async function requireOtherOwner<K extends Kind>(
  { tx, tenant }: MembershipContext<K>,
  userId: string,
  role: Role<K>,
  next: Role<K> | null,
): Promise<void> {
  const losesOwner = role === "owner" && next !== "owner";
  const findOther = () => MEMBERSHIPS[tenant.kind].findOtherOwner({ id: tenant.id, userId }, tx);
  if (losesOwner && (await findOther()).length === 0) {
    const message = `This is the ${tenant.kind}'s last owner. Make someone else an owner first.`;
    throw new PeopleError("conflict", "last_owner", message);
  }
}

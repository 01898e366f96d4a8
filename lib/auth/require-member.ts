import { notFound, redirect } from "next/navigation";
import type { Caller } from "@/lib/access/caller";
import { findOrganizationMembership } from "@/lib/access/find-organization-membership";
import { requireSession } from "@/lib/auth/current-session";
import { secondFactorHref } from "@/lib/auth/second-factor-href";
import type { Session } from "@/lib/auth/session";
import { isId } from "@/lib/kernel/crypto/ids";

/**
 * The signed-in member who opens a page of an organization; for anybody else it does not exist. Who
 * lacks the second factor that the organization requires goes to their profile, which says so.
 */
export async function requireOrganizationMember(
  organizationId: string,
  returnPath: string,
): Promise<{ session: Session; caller: Caller & { kind: "user" } }> {
  const session = await requireSession(returnPath);
  const { userId } = session;
  const membership = isId(organizationId)
    ? await findOrganizationMembership(organizationId, userId)
    : null;
  if (!membership) notFound();
  if (membership.lacksSecondFactor) {
    redirect(secondFactorHref(organizationId));
  }
  return { session, caller: { kind: "user", organizationId, userId, role: membership.role } };
}

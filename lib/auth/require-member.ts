import { notFound, redirect } from "next/navigation";
import type { Caller } from "@/lib/access/caller";
import { findOrganizationMembership } from "@/lib/access/find-organization-membership";
import type { Session } from "@/lib/access/session";
import { requireSession } from "@/lib/auth/current-session";
import { secondFactorHref } from "@/lib/auth/second-factor-href";
import { isOrganizationId } from "@/lib/kernel/schemas/id-forms";

/**
 * The signed-in member on a page of an organization; the page does not exist for anyone else. Members without a
 * required second factor are sent to their profile, which explains why.
 */
export async function requireOrganizationMember(
  organizationId: string,
  returnPath: string,
): Promise<{ session: Session; caller: Caller & { kind: "user" } }> {
  const session = await requireSession(returnPath);
  const { userId } = session;
  const membership = isOrganizationId(organizationId)
    ? await findOrganizationMembership(organizationId, session)
    : null;
  if (!membership) notFound();
  if (membership.lacksSecondFactor) {
    redirect(secondFactorHref(organizationId));
  }
  return { session, caller: { kind: "user", organizationId, userId, role: membership.role } };
}

import { notFound, redirect } from "next/navigation";
import { isOrganizationId } from "@/lib/core/schemas/id-forms";
import { requireSession } from "@/lib/identity/sessions/current-session";
import { secondFactorHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Caller } from "@/lib/operation/access/caller";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import type { Session } from "@/lib/operation/access/session";

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

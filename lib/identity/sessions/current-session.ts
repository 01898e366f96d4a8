import { headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import { isOrganizationId } from "@/lib/core/schemas/id-forms";
import { readSession } from "@/lib/identity/sessions/read-session";
import { secondFactorHref, signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Caller } from "@/lib/operation/access/caller";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import { mayOnPlatform, type PlatformCaller } from "@/lib/operation/access/platform-caller";
import type { Session } from "@/lib/operation/access/session";

/** The session of the page being rendered, or null. One query per page. */
export const currentSession = cache(async (): Promise<Session | null> => {
  return readSession(await headers());
});

/** The session of the page being rendered; without one, redirects to sign-in and back. */
export async function requireSession(returnPath: string): Promise<Session> {
  const session = await currentSession();
  return session ?? redirect(signInHref(returnPath));
}

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
  if (membership.lacksSecondFactor) redirect(secondFactorHref(organizationId));
  return { session, caller: { kind: "user", organizationId, userId, role: membership.role } };
}

/** A signed-in member of the platform's staff. */
export type OperatorCaller = PlatformCaller & { kind: "operator" };

/** The operator on a page that needs a permission; the page does not exist for anyone else. */
export async function requireOperator(
  permission: PlatformPermission,
  returnPath: string,
): Promise<OperatorCaller> {
  const { userId, operatorRole } = await requireSession(returnPath);
  if (!operatorRole) notFound();
  const caller: OperatorCaller = { kind: "operator", userId, role: operatorRole };
  if (!mayOnPlatform(caller, permission)) forbidden();
  return caller;
}

import { notFound } from "next/navigation";
import type { Caller } from "@/lib/auth/caller";
import { requireSession } from "@/lib/auth/current-session";
import { findOrganizationRole } from "@/lib/auth/repository";
import type { Session } from "@/lib/auth/session";
import { isId } from "@/lib/crypto/ids";

/** The signed-in member who opens a page of an organization; for anybody else it does not exist. */
export async function requireOrganizationMember(
  organizationId: string,
  returnPath: string,
): Promise<{ session: Session; caller: Caller & { kind: "user" } }> {
  const session = await requireSession(returnPath);
  const { userId } = session;
  const role = isId(organizationId) ? await findOrganizationRole(organizationId, userId) : null;
  if (!role) notFound();
  return { session, caller: { kind: "user", organizationId, userId, role } };
}

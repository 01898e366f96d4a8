import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { noSuchMember } from "@/lib/tenants/organizations/members/no-such-member";
import { findMember, type MemberRow } from "@/lib/tenants/organizations/members/repository";

/**
 * The member that a change is about.
 * @throws ServiceError not_found; conflict for a membership that the platform manages
 */
export async function requireLocalMember(
  tx: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow> {
  const member = await findMember(tx, organizationId, userId);
  if (!member) throw noSuchMember();
  if (member.source === "local") return member;
  throw new ServiceError(
    "conflict",
    "The platform manages this membership. Change it in the platform's directory; it then changes here.",
  );
}

import { db } from "@/lib/core/db/client";
import { sortByName } from "@/lib/core/values/name-order-values";
import { signedIn } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** A person's organizations by name, with their role in each. */
export const listOrganizationMemberships = operation({
  id: "listOrganizationMemberships",
  access: signedIn(),
  returns: value<Membership[]>(),
  run: ({ caller: { session } }) => findOrganizationMemberships(session.userId),
});

/** An organization and the person's role in it. */
type Membership = Awaited<ReturnType<typeof findOrganizationMemberships>>[number];

/** A person's organizations, by name. */
export async function findOrganizationMemberships(userId: string) {
  const rows = await db().organizationMember.findMany({
    where: { userId },
    select: {
      role: true,
      organization: { select: { id: true, name: true, status: true, requireSecondFactor: true } },
    },
    orderBy: { organizationId: "asc" },
  });
  return sortByName(
    rows.map(({ role, organization: { requireSecondFactor, ...organization } }) => ({
      ...organization,
      role,
      requiresSecondFactor: requireSecondFactor,
    })),
  );
}

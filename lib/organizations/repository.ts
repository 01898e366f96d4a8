import { db } from "@/lib/db/client";

/** An organization as pages show it. */
export type Organization = { id: string; name: string; verified: boolean };

/** Finds an organization by its id. */
export function findOrganization(organizationId: string): Promise<Organization | null> {
  return db().organization.findUnique({
    where: { id: organizationId },
    select: { id: true, name: true, verified: true },
  });
}

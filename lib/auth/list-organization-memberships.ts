import { findOrganizationMemberships, type Membership } from "@/lib/auth/repository";

/** A person's organizations by name, with their role in each. */
export function listOrganizationMemberships(userId: string): Promise<Membership[]> {
  return findOrganizationMemberships(userId);
}

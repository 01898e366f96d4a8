import { findOrganizationMemberships, type Membership } from "@/lib/identity/sessions/repository";

/** A person's organizations by name, with their role in each. */
export function listOrganizationMemberships(userId: string): Promise<Membership[]> {
  return findOrganizationMemberships(userId);
}

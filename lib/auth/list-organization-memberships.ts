import { findOrganizationMemberships, type Membership } from "@/lib/auth/repository";

/** The organizations that a person belongs to, by name, with their role in each. */
export function listOrganizationMemberships(userId: string): Promise<Membership[]> {
  return findOrganizationMemberships(userId);
}

import { findOrganizationMemberships, type Membership } from "@/lib/identity/sessions/repository";
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

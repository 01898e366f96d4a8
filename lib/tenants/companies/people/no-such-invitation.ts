import { PeopleError } from "@/lib/tenants/companies/people/people-error";

/** The same error for an invitation that does not exist here or is no longer open. */
export function noSuchInvitation(): PeopleError {
  const message = "This company has no open invitation with this id.";
  return new PeopleError("not_found", "no_such_invitation", message);
}

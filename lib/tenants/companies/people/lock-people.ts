import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { findPerson, lockCompany, type PersonRow } from "@/lib/tenants/companies/people/repository";
import { PeopleError } from "@/lib/tenants/members/people-error";

/**
 * Locks a company for a change to its people and re-reads the member who makes it, whose role may have changed since
 * the request arrived.
 * @throws ServiceError not_found for a former member; conflict for a closed company
 */
export async function lockPeople(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<{ name: string; caller: PersonRow }> {
  const company = await lockCompany(tx, companyId);
  const caller = company && (await findPerson(tx, companyId, userId));
  if (!caller) throw new ServiceError("not_found", "You are not a member of this company.");
  if (company.status === "closed") throw companyClosed();
  return { name: company.name, caller };
}

/** The error for changes to a company that the platform has closed. */
export function companyClosed(): ServiceError {
  const message = "This company is closed. Its members can no longer be changed.";
  return new PeopleError("conflict", "company_closed", message);
}

/**
 * The member that a change is about.
 * @throws ServiceError not_found; conflict for a membership that the platform manages
 */
export async function requireLocalPerson(
  tx: Database,
  companyId: number,
  userId: string,
): Promise<PersonRow> {
  const person = await findPerson(tx, companyId, userId);
  if (!person) {
    const message = "This company has no such member. They may have left.";
    throw new PeopleError("not_found", "no_such_person", message);
  }
  if (person.source === "local") return person;
  const message = "The platform manages this membership. Change it there; it then changes here.";
  throw new PeopleError("conflict", "managed", message);
}

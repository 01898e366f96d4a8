import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { insertCompany, lockCompany } from "@/lib/platform/companies/repository";
import { missingField } from "@/lib/platform/missing-field";
import {
  findOrganization,
  findOwnerOf,
  hasMembers,
  insertLocalCompany,
  insertOrganization,
  type OrganizationRow,
  updateOrganization,
  waitForCreation,
} from "@/lib/platform/organizations/repository";
import type { OrganizationFields } from "@/lib/platform/organizations/schemas";
import { changesIn, type Stored } from "@/lib/platform/stored";
import { moveSandboxMembers } from "@/lib/tenants/companies/move-sandbox-members";

/**
 * Creates or changes an organization, and its own company if that is missing. Fields that are not sent stay the same,
 * but a new name ends the verification of the former one.
 * @throws ServiceError invalid_request for a new organization without a name; conflict for a company that is closed, has
 * members, or belongs to another organization
 */
export async function storeOrganization(
  tx: Database,
  organizationId: string,
  fields: OrganizationFields,
): Promise<Stored<OrganizationRow>> {
  const before = await findLocked(tx, organizationId);
  if (!before) return createOrganization(tx, organizationId, fields);
  const { name, company_id: companyId, status } = fields;
  const isRenamed = name !== undefined && name !== before.name;
  const verified = fields.publisher_verified ?? (isRenamed ? false : undefined);
  const change = changesIn(before, { name, companyId, verified, status });
  if (!change) return { status: "unchanged", before, row: before };
  if (change.companyId !== undefined) await takeCompany(tx, change.companyId, before.name);
  const updatedAt = await updateOrganization(tx, organizationId, change);
  if (change.companyId !== undefined) {
    await moveSandboxMembers(tx, organizationId, before.companyId);
  }
  return { status: "updated", before, row: { ...before, ...change, updatedAt } };
}

async function createOrganization(
  tx: Database,
  id: string,
  fields: OrganizationFields,
): Promise<Stored<OrganizationRow>> {
  const { name, company_id: sentId, publisher_verified: verified = false } = fields;
  if (name === undefined) throw missingField("name", "an organization");
  await waitForCreation(tx, id);
  if (await findOrganization(id, tx)) return storeOrganization(tx, id, fields);
  if (sentId !== undefined) await takeCompany(tx, sentId, name);
  const companyId = sentId ?? (await insertLocalCompany(tx, name));
  const status = fields.status ?? "active";
  const row = await insertOrganization(tx, { id, name, companyId, verified, status });
  return { status: "created", before: null, row };
}

async function findLocked(tx: Database, id: string): Promise<OrganizationRow | null> {
  await lockOrganizations(tx, [id]);
  return findOrganization(id, tx);
}

// The company's lock makes others that want it wait, so that the last check cannot be outdated.
async function takeCompany(tx: Database, companyId: number, name: string): Promise<void> {
  await insertCompany(tx, companyId, { name, isSandbox: true });
  const company = await lockCompany(tx, companyId);
  if (company?.status === "closed") throw companyIdTaken("The company is closed, which is final.");
  const owner = await findOwnerOf(tx, companyId);
  if (owner !== null)
    throw companyIdTaken(`The company is already that of the organization ${owner}.`);
  if (await hasMembers(tx, companyId))
    throw companyIdTaken("The company has members, so it is a seller's.");
}

function companyIdTaken(why: string): ServiceError {
  const message = `${why} Send the id of another company, or leave out company_id.`;
  return new ServiceError("conflict", message, { fields: [{ path: "company_id", message }] });
}

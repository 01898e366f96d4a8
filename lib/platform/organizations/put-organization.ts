import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  insertCompany,
  insertLocalCompany,
  lockCompany,
} from "@/lib/platform/companies/repository";
import {
  ORGANIZATION,
  ofOrganization,
  organizations,
} from "@/lib/platform/organizations/organization";
import {
  findOrganization,
  findOwnerOf,
  hasMembers,
  insertOrganization,
  type OrganizationRow,
  updateOrganization,
  waitForCreation,
} from "@/lib/platform/organizations/repository";
import {
  directoryOrganizationSchema,
  type OrganizationFields,
  organizationFieldsSchema,
} from "@/lib/platform/organizations/schemas";
import { putObject } from "@/lib/platform/resource";
import { missingField, type Stored } from "@/lib/platform/stored";
import { TAG } from "@/lib/platform/values";
import { moveSandboxMembers } from "@/lib/tenants/companies/keep-sandbox-member";

/**
 * Creates or changes an organization.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request, conflict, precondition_failed
 */
export const putOrganization = operation({
  id: "putDirectoryOrganization",
  route: `PUT ${ORGANIZATION}`,
  access: platform("directory:write"),
  summary: "Create or change an organization",
  description:
    "Fields that are not sent stay the same, but a new name ends the publisher's verification unless `publisher_verified` is sent with it. Creates the organization's own company if it is missing. The organization reads changes in its own audit log too.",
  tag: TAG,
  params: ofOrganization,
  body: organizationFieldsSchema,
  returns: json(directoryOrganizationSchema, "The organization, updated or unchanged.", {
    created: "The new organization.",
  }),
  errors: ["conflict", "precondition_failed"],
  run(context) {
    const { params, body } = context;
    return putObject(organizations, context, (tx) =>
      storeOrganization(tx, params.organization_id, body),
    );
  },
});

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
  const isVerified = verified ?? before.verified;
  const verificationNote = isVerified ? fields.verification_note : null;
  const change = changesIn(before, { name, companyId, verified, status, verificationNote });
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
  const companyId = sentId ?? (await insertLocalCompany(tx, { name, isSandbox: true }));
  const status = fields.status ?? "active";
  const verificationNote = (verified && fields.verification_note) || null;
  const organization = { id, name, companyId, verified, status, verificationNote };
  const row = await insertOrganization(tx, organization);
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
  if (owner !== null) throw companyIdTaken(`The company is already that of organization ${owner}.`);
  if (await hasMembers(tx, companyId))
    throw companyIdTaken("The company has members, so it is a seller's.");
}

function companyIdTaken(why: string): ServiceError {
  const message = `${why} Send the id of another company, or leave out company_id.`;
  return new ServiceError("conflict", message, { fields: [{ path: "company_id", message }] });
}

import { z } from "zod";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { listValues } from "@/lib/core/db/list-sql";
import { ServiceError } from "@/lib/core/errors";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import {
  insertCompany,
  insertLocalCompany,
  lockCompany,
} from "@/lib/platform/companies/repository";
import {
  findOrganization,
  insertOrganization,
  listOrganizationRows,
  type OrganizationRow,
  waitForCreation,
} from "@/lib/platform/organizations/repository";
import {
  directoryOrganizationSchema,
  listOrganizationsQuerySchema,
  type OrganizationFields,
  organizationFieldsSchema,
} from "@/lib/platform/organizations/schemas";
import { resource } from "@/lib/platform/resource";
import { missingField, type Stored } from "@/lib/platform/stored";
import { DIRECTORY } from "@/lib/platform/values";
import { moveSandboxMembers } from "@/lib/tenants/membership/set-membership";

/** The publishers of extensions. */
export const organizations = resource({
  format: {
    name: "DirectoryOrganization",
    names: "DirectoryOrganizations",
    path: `${DIRECTORY}/organizations`,
    id: "organization_id",
    params: z.object({
      organization_id: organizationIdSchema.meta({
        description: "Id of the organization: 1 to 64 of `A-Z a-z 0-9 _ -`.",
        example: "shipfast-labs",
      }),
    }),
    schema: directoryOrganizationSchema,
    query: listOrganizationsQuerySchema,
    key: "organization_id",
    fields: organizationFieldsSchema,
  },
  noun: "organization",
  read: "directory:read",
  write: "directory:write",
  missing: "There is no organization with this id. Create it with a PUT.",
  serialize: (row: OrganizationRow) => ({
    organization_id: row.id,
    publisher_verified: row.verified,
    ...toWire(row, directoryOrganizationSchema),
  }),
  find: ({ organization_id }) => findOrganization(organization_id),
  get: { summary: "Fetch an organization of the directory" },
  list: {
    name: "organizations",
    description: "Lists the publishers of extensions in the order of their ids.",
    rows: (after, query) => listOrganizationRows(listValues(after, query)),
  },
  kind: "organization",
  audited: ({ verification_note: note = null, ...fields }) => ({
    ...fields,
    ...(note !== null && { verification_note: note }),
  }),
  put: {
    description:
      "Fields that are not sent stay the same, but a new name ends the publisher's verification unless `publisher_verified` is sent with it. Creates the organization's own company if it is missing. The organization reads changes in its own audit log too.",
    errors: ["conflict"],
    store: (tx, { organization_id }, fields) => storeOrganization(tx, organization_id, fields),
  },
});

/** Creates or changes an organization. A new name ends the verification of the former one. */
async function storeOrganization(
  tx: Database,
  organizationId: string,
  fields: OrganizationFields,
): Promise<Stored<OrganizationRow>> {
  await lockOrganizations(tx, [organizationId]);
  const before = await findOrganization(organizationId, tx);
  if (!before) return createOrganization(tx, organizationId, fields);
  const { name, company_id: companyId, status } = fields;
  const isRenamed = name !== undefined && name !== before.name;
  const verified = fields.publisher_verified ?? (isRenamed ? false : undefined);
  const isVerified = verified ?? before.verified;
  const verificationNote = isVerified ? fields.verification_note : null;
  const change = changesIn(before, { name, companyId, verified, status, verificationNote });
  if (!change) return { status: "unchanged", before, row: before };
  if (change.companyId !== undefined) await takeCompany(tx, change.companyId, before.name);
  const where = { id: organizationId };
  const select = { updatedAt: true } as const;
  const { updatedAt } = await tx.organization.update({ where, data: change, select });
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
  await waitForCreation({ id }, tx);
  if (await findOrganization(id, tx)) return storeOrganization(tx, id, fields);
  if (sentId !== undefined) await takeCompany(tx, sentId, name);
  const companyId = sentId ?? (await insertLocalCompany(tx, { name, isSandbox: true }));
  const status = fields.status ?? "active";
  const verificationNote = (verified && fields.verification_note) || null;
  const organization = { id, name, companyId, verified, status, verificationNote };
  const row = await insertOrganization(tx, organization);
  return { status: "created", before: null, row };
}

// The company's lock makes others that want it wait, so that the last check cannot be outdated.
async function takeCompany(tx: Database, companyId: number, name: string): Promise<void> {
  await insertCompany(tx, companyId, { name, isSandbox: true });
  const company = await lockCompany(companyId, tx);
  if (company?.status === "closed") throw companyIdTaken("The company is closed, which is final.");
  const owner = await tx.organization.findUnique({ where: { companyId }, select: { id: true } });
  if (owner) throw companyIdTaken(`The company is already that of organization ${owner.id}.`);
  if ((await tx.companyMember.count({ where: { companyId }, take: 1 })) > 0)
    throw companyIdTaken("The company has members, so it is a seller's.");
}

function companyIdTaken(why: string): ServiceError {
  const message = `${why} Send the id of another company, or leave out company_id.`;
  return new ServiceError("conflict", message, { fields: [{ path: "company_id", message }] });
}

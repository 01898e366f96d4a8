import { z } from "zod";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { closeCompany, removeGrantIn } from "@/lib/consent/grants/revoke-grants";
import { changesIn } from "@/lib/core/changes";
import { type Database, transaction } from "@/lib/core/db/client";
import { listValues } from "@/lib/core/db/list-sql";
import { ServiceError } from "@/lib/core/errors";
import { bool, text, textOrNull, texts } from "@/lib/core/schemas/described";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { clientIdSchema, companyIdInPath } from "@/lib/core/schemas/id-schema";
import { listQuerySchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type CompanyChange,
  type CompanyGrantRow,
  type CompanyRow,
  findCompany,
  findCompanyGrant,
  insertCompany,
  listCompanyGrantRows,
  listCompanyRows,
  lockCompany,
} from "@/lib/platform/companies/repository";
import {
  type CompanyFields,
  companyFieldsSchema,
  companySchema,
  listCompaniesQuerySchema,
} from "@/lib/platform/companies/schemas";
import { requireRow, resource } from "@/lib/platform/resource";
import type { StoredBy } from "@/lib/platform/resource-types";
import { missingField, type Stored } from "@/lib/platform/stored";
import { DIRECTORY, TAG } from "@/lib/platform/values";

/** The companies of the platform. Closing one notifies its extensions. */
export const companies = resource({
  format: {
    name: "DirectoryCompany",
    names: "DirectoryCompanies",
    path: `${DIRECTORY}/companies`,
    id: "company_id",
    params: z.object({
      company_id: companyIdInPath.meta({
        description: "The platform's id of the company: an integer from 1 to 2^53-1.",
        example: 4711,
        override: {
          type: "integer",
          format: "int64",
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
        },
      }),
    }),
    schema: companySchema,
    query: listCompaniesQuerySchema,
    key: "company_id",
    fields: companyFieldsSchema,
  },
  noun: "company",
  nouns: "companies",
  read: "directory:read",
  write: "directory:write",
  missing: "There is no company with this id. Create it with a PUT.",
  serialize: (row: CompanyRow) => ({ company_id: row.id, ...toWire(row, companySchema) }),
  find: ({ company_id }) => findCompany(company_id),
  list: {
    name: "companies",
    first: 0,
    description:
      "Lists companies in the order of their ids. None is ever deleted; one that ended is `closed`.",
    rows: (after, query) => {
      const id = readCompanyId(query.q ?? "") ?? undefined;
      return listCompanyRows({ ...listValues(after, query), id });
    },
  },
  kind: "company",
  audited: (fields, { is_external }) => ({ ...fields, is_external }),
  put: {
    description:
      "Fields that are not sent stay the same. A change of a company that was created here needs `adopt: true`. A closed company cannot change any more.",
    errors: ["conflict"],
    store: (tx, { company_id }, fields, by) => storeCompany(tx, company_id, fields, by),
    afterCommit: ({ status }) => {
      if (status === "closed") wakeDeliveryWorker();
    },
  },
});

/** Creates or changes a company. Closing one ends its grants and stores calls to its extensions. */
async function storeCompany(
  tx: Database,
  companyId: number,
  fields: CompanyFields,
  { caller, trace }: StoredBy,
): Promise<Stored<CompanyRow>> {
  const { name, status, is_sandbox: isSandbox } = fields;
  const created =
    name === undefined ? null : await insertCompany(tx, companyId, { name, status, isSandbox });
  if (created) return { status: "created", before: null, row: created };
  const before = await lockCompany(companyId, tx);
  if (!before) throw missingField("name", "a company");
  const isExternal = before.isExternal || fields.adopt === true;
  const sent: CompanyChange = { name, status, isSandbox, isExternal };
  const change = changesIn(before, sent);
  if (!change) return { status: "unchanged", before, row: before };
  // In the console, an operator also changes companies that the directory does not know.
  if (!isExternal && caller?.kind !== "operator") {
    const message =
      "The company was created here and not by the platform's directory. Send adopt: true to let the directory manage it.";
    throw new ServiceError("conflict", message, { fields: [{ path: "adopt", message }] });
  }
  if (before.status === "closed")
    throw new ServiceError(
      "conflict",
      "The company is closed, which is final. Create a company with another id.",
    );
  const where = { id: companyId };
  const select = { updatedAt: true } as const;
  const { updatedAt } = await tx.company.update({ where, data: change, select });
  if (change.status === "closed") await closeCompany(tx, companyId, trace);
  return { status: "updated", before, row: { ...before, ...change, updatedAt } };
}

const companyGrantSchema = z
  .looseObject({
    client_id: text("The extension.", "6740f1c2a9d34e0b7c51f1aa"),
    name: text("Name of the extension.", "Shipfast"),
    organization_id: text("Its publisher.", "6740f1c2a9d34e0b7c51f0ff"),
    organization_name: text("Name of the publisher.", "Shipfast Labs"),
    publisher_verified: bool("Whether an operator has verified the publisher."),
    scopes: texts("What the extension may do.", ["company/orders/read"]),
    granted_by: textOrNull(
      "The platform's id of who granted it last, or ours; null if unknown.",
      "seller-4711",
    ),
    granted_at: timestamp("When it was first granted."),
    modified_at: timestamp("When it last changed."),
  })
  .meta({ id: "DirectoryCompanyGrant" });

export const companyGrants = resource({
  format: {
    name: "DirectoryCompanyGrant",
    names: "DirectoryCompanyGrants",
    path: `${companies.get.path}/grants`,
    id: "client_id",
    params: companies.get.params.extend({
      client_id: clientIdSchema.meta({ description: "The extension." }),
    }),
    schema: companyGrantSchema,
    query: listQuerySchema,
    key: "client_id",
  },
  noun: "company grant",
  read: "directory:read",
  missing:
    "The company has not granted this extension anything. List its grants to see which there are.",
  serialize: ({ client, approver, ...row }: CompanyGrantRow) => ({
    ...toWire(row, companyGrantSchema),
    name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    publisher_verified: client.organization.verified,
    granted_by: approver && (approver.externalId ?? approver.id),
    granted_at: row.createdAt.toISOString(),
  }),
  find: ({ company_id, client_id }) => findCompanyGrant(company_id, client_id),
  list: {
    name: "company-grants",
    description:
      "Lists what the company granted extensions, for the platform's own panel. Removed extensions are not listed.",
    of: companies,
    rows: (after, { limit }, { company_id }) => listCompanyGrantRows(company_id, after, limit),
  },
});

export const removeCompanyGrant = operation({
  id: "removeDirectoryCompanyGrant",
  request: { route: `DELETE ${companyGrants.get.path}`, params: companyGrants.get.params },
  access: platform("directory:write"),
  summary: "Uninstall a company's extension",
  description:
    "Revokes the grant: all of its codes and tokens stop at once, and the extension is notified, as if the seller had removed it.",
  tag: TAG,
  returns: json(companyGrantSchema, "The revoked grant."),
  async run({ params, caller, info }) {
    const { company_id: companyId, client_id: clientId } = params;
    const userId = caller.kind === "operator" ? caller.userId : null;
    const givenBy = { companyId, organizationId: null };
    const row = await transaction(async (tx) => {
      const granted = requireRow(companyGrants, await findCompanyGrant(companyId, clientId, tx));
      await removeGrantIn(tx, { clientId, userId, givenBy }, info);
      await recordPlatformChange(tx, platformActor(caller), info, {
        action: "grant.revoked",
        target: `client:${clientId}`,
        before: { company_id: companyId, scopes: granted.scopes },
      });
      return granted;
    });
    wakeDeliveryWorker();
    return companyGrants.respond(row, params);
  },
});

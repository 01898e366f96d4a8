import { z } from "zod";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { closeCompany } from "@/lib/consent/grants/revoke-grants";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { companyIdInPath } from "@/lib/core/schemas/id-schema";
import {
  type CompanyChange,
  type CompanyRow,
  findCompany,
  insertCompany,
  listCompanyRows,
  lockCompany,
  updateCompany,
} from "@/lib/platform/companies/repository";
import {
  type CompanyFields,
  companyFieldsSchema,
  companySchema,
  listCompaniesQuerySchema,
} from "@/lib/platform/companies/schemas";
import { resource } from "@/lib/platform/resource";
import type { StoredBy } from "@/lib/platform/resource-types";
import { missingField, type Stored } from "@/lib/platform/stored";
import { DIRECTORY } from "@/lib/platform/values";

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
  serialize: (row: CompanyRow) => ({
    company_id: row.id,
    name: row.name,
    status: row.status,
    is_sandbox: row.isSandbox,
    is_external: row.isExternal,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }),
  find: ({ company_id }) => findCompany(company_id),
  list: {
    name: "companies",
    first: 0,
    description:
      "Lists companies in the order of their ids. None is ever deleted; one that ended is `closed`.",
    rows: listCompanyRows,
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

/**
 * Creates or changes a company. Fields that are not sent stay the same. Closing a company ends its grants and stores
 * calls to its extensions.
 * @throws ServiceError invalid_request for a new company without a name; conflict for a closed company, and for one that
 * was created here unless it is adopted
 */
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
  const updatedAt = await updateCompany(tx, companyId, change);
  if (change.status === "closed") await closeCompany(tx, companyId, trace);
  return { status: "updated", before, row: { ...before, ...change, updatedAt } };
}

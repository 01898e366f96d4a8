import { z } from "zod";
import { companyIdInPath } from "@/lib/core/schemas/id-schema";
import type { CompanyRow } from "@/lib/platform/companies/repository";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import { DIRECTORY, LISTS } from "@/lib/platform/values";

export const COMPANIES = `${DIRECTORY}/companies`;

/** Path of one company, and prefix of the paths below it. */
export const COMPANY = `${COMPANIES}/{company_id}` as const;

/** Path parameters of one company. */
export const ofCompany = z.object({
  company_id: companyIdInPath.meta({
    description: "The platform's id of the company: an integer from 1 to 2^53-1.",
    example: 4711,
    override: { type: "integer", format: "int64", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  }),
});

/** The fields of a company that its creation stores. */
type NewCompany = Pick<CompanyRow, "id" | "name" | "status" | "isSandbox" | "isExternal">;

/** Companies as the API and the audit log have them. */
export const companies = {
  ...LISTS.companies,
  keyOf: ({ id }: CompanyRow) => id,
  missing: "There is no company with this id. Create it with a PUT.",
  serialize: (row: CompanyRow): CompanyResponse => ({
    company_id: row.id,
    name: row.name,
    status: row.status,
    is_sandbox: row.isSandbox,
    is_external: row.isExternal,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }),
  kind: "company",
  targetOf: ({ id }: NewCompany) => `company:${id}`,
  audited: (row: NewCompany) => ({
    name: row.name,
    status: row.status,
    is_sandbox: row.isSandbox,
    is_external: row.isExternal,
  }),
};

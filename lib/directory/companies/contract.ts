import { z } from "zod";
import {
  companyFieldsSchema,
  companyListSchema,
  companySchema,
  listCompaniesQuerySchema,
} from "@/lib/directory/companies/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { companyIdInPath } from "@/lib/kernel/schemas/id-schema";

const COMPANIES = `${DIRECTORY}/companies`;

/** Path of one company and prefix of what belongs to it. */
export const COMPANY = `${COMPANIES}/{company_id}` as const;

/** Path parameters of one company. */
export const ofCompany = z.object({
  company_id: companyIdInPath.meta({
    description: "The platform's id of the company: an integer from 1 to 2^53-1.",
    example: 4711,
    override: { type: "integer", format: "int64", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  }),
});

/** GET companies. */
export const listDirectoryCompaniesContract = definePlatformContract({
  operationId: "listDirectoryCompanies",
  method: "GET",
  path: COMPANIES,
  summary: "List companies",
  description:
    "Lists companies in the order of their ids. None is ever deleted; one that ended is `closed`.",
  tag: TAG,
  platformPermission: "directory:read",
  params: z.object({}),
  query: listCompaniesQuerySchema,
  success: { status: 200, description: "A page of companies.", schema: companyListSchema },
});

/** GET companies/{company_id}. */
export const getDirectoryCompanyContract = definePlatformContract({
  operationId: "getDirectoryCompany",
  method: "GET",
  path: COMPANY,
  summary: "Fetch a company",
  description: "Returns one company.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofCompany,
  success: { status: 200, description: "The company.", schema: companySchema },
});

/** PUT companies/{company_id}. */
export const putDirectoryCompanyContract = definePlatformContract({
  operationId: "putDirectoryCompany",
  method: "PUT",
  path: COMPANY,
  summary: "Create or change a company",
  description:
    "Fields that are not sent stay the same. A company that was created here needs `adopt: true`. A closed company cannot change any more.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofCompany,
  body: companyFieldsSchema,
  success: {
    status: 200,
    description: "The company, updated or unchanged.",
    created: "The new company.",
    schema: companySchema,
  },
  errors: ["conflict", "precondition_failed"],
});

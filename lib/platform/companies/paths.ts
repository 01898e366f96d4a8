import { z } from "zod";
import { companyIdInPath } from "@/lib/core/schemas/id-schema";
import { DIRECTORY } from "@/lib/platform/values";

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

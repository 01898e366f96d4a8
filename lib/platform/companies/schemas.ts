import { z } from "zod";
import { bool, oneOf, text } from "@/lib/core/schemas/described";
import { companyIdSchema } from "@/lib/core/schemas/id-schema";
import { changedSinceQuery, cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { companyRoles } from "@/lib/core/values/company-role-values";
import { memberSchemas } from "@/lib/platform/users/schemas";

const MAX_NAME = 200;

const companyStatuses = ["active", "suspended", "closed"] as const;

const statusSchema = oneOf(companyStatuses).meta({
  description:
    "While a company is suspended, its tokens are denied. Closed is final: grants and tokens end, and extensions are notified.",
  example: "active",
});

/** Fields of a company; omitted ones stay the same. */
export const companyFieldsSchema = z
  .strictObject({
    name: plainLine(1, MAX_NAME).optional().meta({
      description: "Name of the company. Required to create one.",
      example: "Blue Lotus Sarees",
    }),
    status: statusSchema.optional(),
    is_sandbox: bool("Whether the company is for testing.", false).optional(),
    adopt: bool(
      "true puts a company that was created here under the directory's control; without it, such a company is a conflict.",
      false,
    ).optional(),
  })
  .meta({ id: "PutDirectoryCompany" });

export type CompanyFields = z.output<typeof companyFieldsSchema>;

const companyId = companyIdSchema.meta({ description: "Id of the company.", example: 4711 });

export const companySchema = z
  .looseObject({
    company_id: companyId,
    name: text("Its name.", "Blue Lotus Sarees"),
    status: statusSchema,
    is_sandbox: bool("Whether it is for testing.", false),
    is_external: bool("Whether the directory manages it; false for one that was created here."),
    created_at: timestamp("When it was stored."),
    updated_at: timestamp("When any of this last changed."),
  })
  .meta({ id: "DirectoryCompany" });

export type CompanyResponse = z.output<typeof companySchema>;

export const listCompaniesQuerySchema = z.object({
  ...cursorQuery,
  changed_since: changedSinceQuery,
  q: searchQuery("the name, or that are the id"),
  status: statusSchema.optional().meta({ description: "Only companies with this status." }),
});

export type ListCompaniesQuery = z.output<typeof listCompaniesQuerySchema>;

export const companyMemberSchemas = memberSchemas({
  kind: "Company",
  id: { company_id: companyId },
  roles: companyRoles,
  role: "Role in the company. Only owners and admins decide what extensions may do.",
  example: "owner",
});

export type CompanyMemberFields = z.output<typeof companyMemberSchemas.fields>;

import type { z } from "zod";
import { companyIdSchema, organizationIdSchema } from "@/lib/core/schemas/id-schema";

/** The company or organization of a record. */
export const subjectFields = {
  company_id: companyIdSchema.optional(),
  organization_id: organizationIdSchema.optional(),
};

/** Rejects a record with both or neither. */
export function oneSubject(
  record: { company_id?: number | undefined; organization_id?: string | undefined },
  context: z.RefinementCtx,
): void {
  if ((record.company_id === undefined) !== (record.organization_id === undefined)) return;
  context.addIssue({
    code: "custom",
    path: ["company_id"],
    message: "or organization_id is required, and only one of the two",
  });
}

/** The company or organization of a record, for audit rows. */
export function subjectOf(record: {
  company_id?: number | undefined;
  organization_id?: string | undefined;
}): { [name: string]: string | number | null } {
  const { company_id, organization_id = null } = record;
  return company_id === undefined ? { organization_id } : { company_id };
}

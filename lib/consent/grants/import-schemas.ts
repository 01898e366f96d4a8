import { z } from "zod";
import { clientIdSchema, externalIdSchema } from "@/lib/core/schemas/id-schema";
import { oneSubject, subjectFields } from "@/lib/core/schemas/subject-schema";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { scopeListSchema } from "@/lib/protocol/scopes/scope-name";

/** A grant that a company or organization already gave a client. */
export const grantRecordSchema = z
  .strictObject({
    type: z.literal("grant"),
    client_id: clientIdSchema,
    ...subjectFields,
    scopes: scopeListSchema,
    granted_by: externalIdSchema.optional(),
    granted_at: timestampInput.optional(),
  })
  .superRefine(oneSubject);

/** A grant that a company or organization already gave a client, parsed. */
export type GrantRecord = z.output<typeof grantRecordSchema>;

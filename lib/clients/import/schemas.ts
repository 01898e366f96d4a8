import { z } from "zod";
import { META_SCHEMAS, SCOPES_SCHEMAS, schemasWith } from "@/lib/clients/field-schemas";
import { readForeignHash } from "@/lib/core/crypto/foreign-hash";
import { clientIdSchema, organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { sha256Schema } from "@/lib/core/schemas/sha256-schema";

const MAX_SECRETS = 10;
const MAX_SECRET_LENGTH = 1_000;

const secretSchema = z
  .string()
  .min(8, "must have at least 8 characters")
  .max(MAX_SECRET_LENGTH, `must have at most ${MAX_SECRET_LENGTH} characters`);

const foreignHashSchema = z.string().superRefine((text, { addIssue }) => {
  const read = readForeignHash(text);
  if ("problem" in read) addIssue({ code: "custom", message: read.problem });
});

const fields = z.object({
  ...META_SCHEMAS,
  scopes: SCOPES_SCHEMAS.permissions,
  ...schemasWith({ isImported: true }),
});

/** A client that the platform already has. Fields that are absent stay unchanged. */
export const clientRecordSchema = z.strictObject({
  type: z.literal("client"),
  client_id: clientIdSchema,
  organization_id: organizationIdSchema,
  ...fields.partial().shape,
  secret: oneOrMore(secretSchema, MAX_SECRETS).optional(),
  secret_sha256: oneOrMore(sha256Schema, MAX_SECRETS).optional(),
  secret_hash: oneOrMore(foreignHashSchema, MAX_SECRETS).optional(),
});

export type ClientRecord = z.output<typeof clientRecordSchema>;

/** One value or an array of up to `max`, read as an array without duplicates. */
function oneOrMore<S extends z.ZodType<string>>(schema: S, max: number) {
  return z
    .preprocess(
      (sent) => (typeof sent === "string" ? [sent] : sent),
      z.array(schema).max(max, `must have at most ${max} values`),
    )
    .transform((values) => [...new Set(values)]);
}

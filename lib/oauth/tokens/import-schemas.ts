import { z } from "zod";
import { clientIdSchema, externalIdSchema } from "@/lib/kernel/schemas/id-schema";
import { sha256Schema } from "@/lib/kernel/schemas/sha256-schema";
import { oneSubject, subjectFields } from "@/lib/kernel/schemas/subject-schema";
import { timestampInput } from "@/lib/kernel/schemas/timestamp-schema";
import { scopeListSchema } from "@/lib/scopes/scope-list-schema";

const MAX_TOKEN_LENGTH = 2_048;

const fields = {
  client_id: clientIdSchema,
  ...subjectFields,
  token: z
    .string()
    .min(8, "must have at least 8 characters")
    .max(MAX_TOKEN_LENGTH, `must have at most ${MAX_TOKEN_LENGTH} characters`)
    .optional(),
  token_sha256: sha256Schema.optional(),
  scopes: scopeListSchema,
  expires_at: timestampInput,
};

type Sent = { token?: string | undefined; token_sha256?: string | undefined };

const oneForm = ({ token, token_sha256 }: Sent) =>
  (token === undefined) !== (token_sha256 === undefined);
const FORMS = { path: ["token"], message: "or token_sha256 is required, and only one of the two" };

/** A refresh token that an extension already has. */
export const refreshTokenRecordSchema = z
  .strictObject({ type: z.literal("refresh_token"), ...fields })
  .superRefine(oneSubject)
  .refine(oneForm, FORMS);

/** An access token that an extension already has; with `external_id` it acts for that person (an online token). */
export const accessTokenRecordSchema = z
  .strictObject({
    type: z.literal("access_token"),
    ...fields,
    external_id: externalIdSchema.optional(),
  })
  .superRefine(oneSubject)
  .refine(oneForm, FORMS);

/** A refresh token, parsed. */
export type RefreshTokenRecord = z.output<typeof refreshTokenRecordSchema>;

/** An access token, parsed. */
export type AccessTokenRecord = z.output<typeof accessTokenRecordSchema>;

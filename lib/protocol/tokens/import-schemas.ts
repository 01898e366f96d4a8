import { z } from "zod";
import { clientIdSchema, externalIdSchema } from "@/lib/core/schemas/id-schema";
import { sha256Schema } from "@/lib/core/schemas/sha256-schema";
import { oneSubject, subjectFields } from "@/lib/core/schemas/subject-schema";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { scopeListSchema } from "@/lib/protocol/scopes/scope-list-schema";

const MAX_TOKEN_LENGTH = 2_048;

/** What a client can send as a bearer token (RFC 6750 section 2.1). */
const TOKEN68 = /^[A-Za-z0-9._~+/-]+=*$/;
const UNSENDABLE =
  "must be a bearer token: letters, digits, and - . _ ~ + / with = only at the end";

const tokenSchema = z
  .string()
  .min(8, "must have at least 8 characters")
  .max(MAX_TOKEN_LENGTH, `must have at most ${MAX_TOKEN_LENGTH} characters`);

const fields = {
  client_id: clientIdSchema,
  ...subjectFields,
  token: tokenSchema.optional(),
  token_sha256: sha256Schema.optional(),
  scopes: scopeListSchema,
  expires_at: timestampInput,
};

type TokenOrHash = { token?: string | undefined; token_sha256?: string | undefined };

const oneForm = ({ token, token_sha256 }: TokenOrHash) =>
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
    token: tokenSchema.regex(TOKEN68, UNSENDABLE).optional(),
    external_id: externalIdSchema.optional(),
  })
  .superRefine(oneSubject)
  .refine(oneForm, FORMS);

/** A refresh token, parsed. */
export type RefreshTokenRecord = z.output<typeof refreshTokenRecordSchema>;

/** An access token, parsed. */
export type AccessTokenRecord = z.output<typeof accessTokenRecordSchema>;

import { z } from "zod";
import { type PlatformEntry, type StoreOutcome, UNCHANGED } from "@/lib/audit/record-change";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { clientIdSchema, externalIdSchema } from "@/lib/core/schemas/id-schema";
import { sha256Schema } from "@/lib/core/schemas/sha256-schema";
import { oneSubject, subjectFields, subjectOf } from "@/lib/core/schemas/subject-schema";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { scopeListSchema } from "@/lib/protocol/scopes/scope-name";
import {
  type StoredToken,
  storeAccessTokens,
  storeRefreshTokens,
} from "@/lib/protocol/tokens/import-repository";

/**
 * Stores refresh tokens that extensions already have. The first use of each starts the sliding lifetime. No two records
 * may have the same token.
 * @returns the outcome for each record, in the same order. Errors: not_found without a live grant, invalid_scope for a
 * scope beyond the grant, conflict for a token of another owner, invalid_request for an expired one
 */
export function importRefreshTokens(
  tx: Database,
  records: readonly RefreshTokenRecord[],
): Promise<(StoreOutcome | ServiceError)[]> {
  return storeValid(records, expired, (live) =>
    storeRefreshTokens(
      tx,
      live.map((record) => ({ ...hashed(record), family_id: newId() })),
    ),
  );
}

/**
 * Stores access tokens that extensions already have. No two records may have the same token.
 * @returns as {@link importRefreshTokens}, not_found for a person who is not a member, and invalid_request for a token
 * that would live for more than a day
 */
export function importAccessTokens(
  tx: Database,
  records: readonly AccessTokenRecord[],
): Promise<(StoreOutcome | ServiceError)[]> {
  return storeValid(
    records,
    (record) => expired(record) ?? livesTooLong(record),
    (live) =>
      storeAccessTokens(
        tx,
        live.map((record) => ({ ...hashed(record), day: dayOf(record) })),
      ),
  );
}

const DAY_MS = 86_400_000;

type AnyRecord = RefreshTokenRecord | AccessTokenRecord;

async function storeValid<Record extends AnyRecord>(
  records: readonly Record[],
  problemOf: (record: Record) => ServiceError | undefined,
  store: (valid: readonly Record[]) => Promise<StoredToken[]>,
): Promise<(StoreOutcome | ServiceError)[]> {
  const problems = new Map(records.map((record) => [record, problemOf(record)]));
  const valid = records.filter((record) => !problems.get(record));
  const outcomesOfValid = valid.length > 0 ? await store(valid) : [];
  const outcomes = new Map(valid.map((record, index) => [record, outcomesOfValid[index]]));
  return records.map((record) => problems.get(record) ?? outcomeOf(outcomes.get(record), record));
}

function expired({ expires_at }: AnyRecord): ServiceError | undefined {
  if (Date.parse(expires_at) > Date.now()) return undefined;
  return new ServiceError("invalid_request", "expires_at has passed. Leave expired tokens out.");
}

/**
 * An access token lives for at most a day, also one that Latchkey did not issue. The partition of a day is dropped once
 * no token that Latchkey issued on that day can be live (ADR 44).
 */
function livesTooLong(record: AccessTokenRecord): ServiceError | undefined {
  const day = dayOf(record);
  const inADay = Date.now() + DAY_MS;
  const latest = day === 0 ? inADay : Math.min(inADay, (day + 2) * DAY_MS);
  if (Date.parse(record.expires_at) <= latest) return undefined;
  const message = `Access tokens live for at most a day. expires_at of this one must not be after ${new Date(latest).toISOString()}.`;
  return new ServiceError("invalid_request", message);
}

/** The day that a token encodes; 0 if it encodes none, or only its hash is known. */
const dayOf = ({ token }: AccessTokenRecord) => (token === undefined ? 0 : dayOfToken(token));

/** The record of a token with its hash, in hex, in place of the token. */
export type TokenToStore = ReturnType<typeof hashed>;

function hashed({ token, token_sha256 = "", ...record }: AnyRecord) {
  return { ...record, hash: token === undefined ? token_sha256 : sha256(token).toString("hex") };
}

function outcomeOf(
  outcome: StoredToken | undefined,
  record: AnyRecord,
): StoreOutcome | ServiceError {
  if (!outcome) throw new Error("The statement returned too few rows");
  const { stored, hasGrant, hasOtherOwner, hasPerson, beyondGrant, removedAt } = outcome;
  if (hasOtherOwner) {
    return new ServiceError("conflict", "This token belongs to another client, company or person.");
  }
  if (stored) return { status: stored, entries: [entryOf(stored, record)] };
  if (!hasPerson) {
    const id = "external_id" in record ? record.external_id : "";
    const message = `There is no member with the external_id ${id}. Import the membership first: an online token ends with it.`;
    return new ServiceError("not_found", message);
  }
  if (removedAt) {
    const message = `The grant was removed here at ${removedAt.toISOString()}, and its tokens with it. Only the company or organization can give it again.`;
    return new ServiceError("conflict", message);
  }
  if (!hasGrant) {
    return new ServiceError("not_found", "There is no live grant for this token. Import it first.");
  }
  if (beyondGrant.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `The grant does not include ${beyondGrant.join(", ")}.`,
    );
  }
  return UNCHANGED;
}

function entryOf(status: "created" | "updated", record: AnyRecord): PlatformEntry {
  const { type, client_id, scopes, expires_at } = record;
  const subject = subjectOf(record);
  return {
    action: `${type}.${status}`,
    target: `client:${client_id}`,
    after: { ...subject, scopes, expires_at },
  };
}

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

type RefreshTokenRecord = z.output<typeof refreshTokenRecordSchema>;

type AccessTokenRecord = z.output<typeof accessTokenRecordSchema>;

import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import { dayOfToken } from "@/lib/kernel/crypto/tokens";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { StoreStatus } from "@/lib/kernel/import-status";
import {
  type StoredToken,
  storeAccessTokens,
  storeRefreshTokens,
  type TokenToStore,
} from "@/lib/oauth/tokens/import-repository";
import type { AccessTokenRecord, RefreshTokenRecord } from "@/lib/oauth/tokens/import-schemas";

/**
 * Stores refresh tokens that extensions already have. The first use of each starts the sliding lifetime. No two records
 * may have the same token.
 * @returns what became of each record, in the same order. Errors: not_found without a live grant, invalid_scope for a
 * scope beyond the grant, conflict for a token of another owner, invalid_request for an expired one
 */
export function importRefreshTokens(
  tx: Database,
  records: readonly RefreshTokenRecord[],
): Promise<(StoreStatus | ServiceError)[]> {
  return storeUnexpired(records, (live) =>
    storeRefreshTokens(
      tx,
      live.map((record) => ({ ...tokenOf(record), familyId: newId() })),
    ),
  );
}

/**
 * Stores access tokens that extensions already have. No two records may have the same token.
 * @returns as {@link importRefreshTokens}, and not_found for an unknown person
 */
export function importAccessTokens(
  tx: Database,
  records: readonly AccessTokenRecord[],
): Promise<(StoreStatus | ServiceError)[]> {
  return storeUnexpired(records, (live) =>
    storeAccessTokens(
      tx,
      live.map((record) => ({
        ...tokenOf(record),
        tokenDay: record.token === undefined ? 0 : dayOfToken(record.token),
        externalId: record.external_id ?? null,
      })),
    ),
  );
}

type AnyRecord = RefreshTokenRecord | AccessTokenRecord;

async function storeUnexpired<Record extends AnyRecord>(
  records: readonly Record[],
  store: (live: readonly Record[]) => Promise<StoredToken[]>,
): Promise<(StoreStatus | ServiceError)[]> {
  const live = records.filter(({ expires_at }) => Date.parse(expires_at) > Date.now());
  const stored = live.length > 0 ? await store(live) : [];
  const outcomes = new Map(live.map((record, index) => [record, stored[index]]));
  return records.map((record) =>
    outcomes.has(record) ? outcomeOf(outcomes.get(record), record) : expired(),
  );
}

function expired(): ServiceError {
  return new ServiceError("invalid_request", "expires_at has passed. Leave expired tokens out.");
}

function tokenOf(record: AnyRecord): TokenToStore {
  return {
    tokenHash:
      record.token === undefined
        ? Buffer.from(record.token_sha256 ?? "", "hex")
        : sha256(record.token),
    clientId: record.client_id,
    companyId: record.company_id ?? null,
    organizationId: record.organization_id ?? null,
    scopes: record.scopes,
    expiresAt: new Date(record.expires_at),
  };
}

function outcomeOf(
  outcome: StoredToken | undefined,
  record: AnyRecord,
): StoreStatus | ServiceError {
  if (!outcome) throw new Error("The statement returned too few rows");
  const { stored, hasGrant, hasOtherOwner, hasPerson, beyondGrant } = outcome;
  if (hasOtherOwner) {
    return new ServiceError("conflict", "This token belongs to another client, company or person.");
  }
  if (stored) return stored;
  if (!hasPerson) {
    const id = "external_id" in record ? record.external_id : "";
    return new ServiceError("not_found", `There is no person ${id}. Import them first.`);
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
  return "unchanged";
}

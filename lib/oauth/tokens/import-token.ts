import { sha256 } from "@/lib/kernel/crypto/hash";
import { newId } from "@/lib/kernel/crypto/ids";
import type { Database } from "@/lib/kernel/db/client";
import { ServiceError } from "@/lib/kernel/errors";
import type { StoreStatus } from "@/lib/kernel/import-status";
import {
  type StoredToken,
  storeAccessToken,
  storeRefreshToken,
  type TokenToStore,
} from "@/lib/oauth/tokens/import-repository";
import type { AccessTokenRecord, RefreshTokenRecord } from "@/lib/oauth/tokens/import-schemas";

/**
 * Stores a refresh token that an extension already has. Its first use starts the sliding lifetime.
 * @throws ServiceError not_found without a live grant, invalid_scope for a scope beyond the grant, conflict for a token
 * of another owner, invalid_request for an expired one
 */
export async function importRefreshToken(
  tx: Database,
  record: RefreshTokenRecord,
): Promise<StoreStatus> {
  return statusOf(await storeRefreshToken(tx, { ...tokenOf(record), familyId: newId() }), record);
}

/**
 * Stores an access token that an extension already has.
 * @throws ServiceError like {@link importRefreshToken}, and not_found for an unknown person
 */
export async function importAccessToken(
  tx: Database,
  record: AccessTokenRecord,
): Promise<StoreStatus> {
  const externalId = record.external_id ?? null;
  return statusOf(await storeAccessToken(tx, { ...tokenOf(record), externalId }), record);
}

type AnyRecord = RefreshTokenRecord | AccessTokenRecord;

function tokenOf(record: AnyRecord): TokenToStore {
  const expiresAt = new Date(record.expires_at);
  if (expiresAt.getTime() <= Date.now()) {
    throw new ServiceError("invalid_request", "expires_at has passed. Leave expired tokens out.");
  }
  const tokenHash =
    record.token === undefined
      ? Buffer.from(record.token_sha256 ?? "", "hex")
      : sha256(record.token);
  return {
    tokenHash,
    clientId: record.client_id,
    companyId: record.company_id ?? null,
    organizationId: record.organization_id ?? null,
    scopes: record.scopes,
    expiresAt,
  };
}

function statusOf(
  { stored, hasGrant, hasOtherOwner, hasPerson, beyondGrant }: StoredToken,
  record: AnyRecord,
): StoreStatus {
  if (hasOtherOwner) {
    throw new ServiceError("conflict", "This token belongs to another client, company or person.");
  }
  if (stored) return stored;
  if (!hasPerson) {
    const id = "external_id" in record ? record.external_id : "";
    throw new ServiceError("not_found", `There is no person ${id}. Import them first.`);
  }
  if (!hasGrant) {
    throw new ServiceError("not_found", "There is no live grant for this token. Import it first.");
  }
  if (beyondGrant.length > 0) {
    throw new ServiceError(
      "invalid_scope",
      `The grant does not include ${beyondGrant.join(", ")}.`,
    );
  }
  return "unchanged";
}

import { sql } from "@/lib/core/db/sql";

/** `codeHash`: the code that the family descends from; null if it was imported. */
type TokenFamily = { codeHash: Uint8Array | null; familyId: string; grantId: string };

/** Revokes a refresh token's whole family and the access tokens that descend from it. */
export async function revokeFamily({ codeHash, familyId, grantId }: TokenFamily): Promise<void> {
  if (codeHash) await revokeCodeAndItsTokens({ codeHash });
  else await revokeImportedFamily({ familyId, grantId });
}

/** Longer than any token of ours is valid after its last use (`lib/clients/field-values.ts`), in days. */
export const LONGEST_LIFETIME_DAYS = 1_827;

/** Revokes a code and every token that descends from it, those of requests under way included (ADR 9). */
export const revokeCodeAndItsTokens = sql<{ codeHash: Uint8Array }>(
  "revoke-family-of-code",
  {},
  `
  INSERT INTO ended_token_families (family_hash, expires_at)
  VALUES (:codeHash::bytea, now() + interval '${LONGEST_LIFETIME_DAYS} days')
  ON CONFLICT (family_hash) DO NOTHING`,
);

/**
 * Revokes a family of refresh tokens that no code led to, and the imported offline tokens of its grant: which of them
 * belong to the family is not known. An imported refresh token may be valid for longer than ours.
 */
const revokeImportedFamily = sql<{ familyId: string; grantId: string }>(
  "revoke-imported-family",
  {},
  `
  WITH revoked AS (
    INSERT INTO ended_token_families (family_hash, expires_at)
    SELECT sha256(convert_to(:familyId, 'UTF8')),
      greatest(now(), (SELECT max(r.expires_at) FROM refresh_tokens r
        WHERE r.grant_id = :grantId AND r.family_id = :familyId))
        + interval '${LONGEST_LIFETIME_DAYS} days'
    ON CONFLICT (family_hash) DO NOTHING
  )
  UPDATE grants SET imports_ended_at = greatest(imports_ended_at, now()) WHERE id = :grantId`,
);

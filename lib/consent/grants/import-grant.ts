import { type PlatformEntry, type StoreOutcome, UNCHANGED } from "@/lib/audit/store-outcome";
import {
  type GrantToStore,
  type StoredGrant,
  storeGrants,
} from "@/lib/consent/grants/import-repository";
import type { GrantRecord } from "@/lib/consent/grants/import-schemas";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { subjectOf } from "@/lib/core/schemas/subject-schema";

/**
 * Stores grants that the platform already has, so that no one has to consent again. A grant that was removed here stays
 * removed, unless its record says that it was given later. No two records may have the same client and subject.
 * @returns the outcome for each record, in the same order. Errors: not_found for an unknown client, company, organization
 * or person; invalid_scope for a scope that the client is not registered for; conflict for a grant that was removed here
 */
export async function importGrants(
  tx: Database,
  records: readonly GrantRecord[],
): Promise<(StoreOutcome | ServiceError)[]> {
  const outcomes = await storeGrants(tx, records.map(grantOf));
  return records.map((record, index) => outcomeOf(record, outcomes[index]));
}

function grantOf(record: GrantRecord): GrantToStore {
  return {
    id: newId(),
    clientId: record.client_id,
    companyId: record.company_id ?? null,
    organizationId: record.organization_id ?? null,
    scopes: record.scopes,
    grantedBy: record.granted_by ?? null,
    grantedAt: record.granted_at ? new Date(record.granted_at) : null,
  };
}

function outcomeOf(
  record: GrantRecord,
  outcome: StoredGrant | undefined,
): StoreOutcome | ServiceError {
  if (!outcome) throw new Error("The statement returned too few rows");
  const { stored, hasClient, hasSubject, hasPerson, lostScopes, removedAt, scopesBefore } = outcome;
  if (stored) return { status: stored, entries: [entryOf(stored, record, scopesBefore)] };
  if (!hasClient) return missing(`client ${record.client_id}`);
  if (!hasSubject) {
    return missing(
      record.company_id === undefined
        ? `organization ${record.organization_id}`
        : `company ${record.company_id}`,
    );
  }
  if (!hasPerson) return missing(`person with the external_id ${record.granted_by}`, "them");
  if (lostScopes.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `The client is not registered for ${lostScopes.join(", ")}. Import the client with these scopes first.`,
    );
  }
  if (removedAt) {
    return new ServiceError(
      "conflict",
      `The grant was removed here at ${removedAt.toISOString()}. Only the company can give it again.`,
    );
  }
  return UNCHANGED;
}

function entryOf(
  status: "created" | "updated",
  record: GrantRecord,
  scopesBefore: string[] | null,
): PlatformEntry {
  const { client_id, scopes } = record;
  const subject = subjectOf(record);
  return {
    action: `grant.${status}`,
    target: `client:${client_id}`,
    ...(scopesBefore && { before: { ...subject, scopes: scopesBefore } }),
    after: { ...subject, scopes },
  };
}

function missing(what: string, pronoun: "it" | "them" = "it"): ServiceError {
  return new ServiceError("not_found", `There is no ${what}. Import ${pronoun} first.`);
}

import { differences } from "@/lib/audit/record-change";
import { type StoreOutcome, UNCHANGED } from "@/lib/audit/store-outcome";
import type { Database } from "@/lib/core/db/client";
import { requireNew } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { JsonObject } from "@/lib/core/json";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { recordAllEverywhere } from "@/lib/platform/record-everywhere";
import type { Stored } from "@/lib/platform/stored";

/** Who sent a record, and on which condition. */
export type StoredBy = {
  caller: PlatformCaller;
  info: RequestInfo;
  /** The header as sent; undefined if the request cannot create the object. */
  ifNoneMatch?: string | null;
};

/** A kind of record as audit logs have it. */
export type AuditedKind<Row> = {
  /** For the action: `company` makes `company.created`. */
  kind: string;
  targetOf: (row: Row) => string;
  /** The fields that a change can alter. */
  audited: (row: Row) => JsonObject;
  /** Fields that the entry always has. */
  context?: JsonObject;
  /** The organization whose audit log has the change too, if there is one. */
  organizationOf?: (row: Row) => string;
};

/**
 * Records in the platform's audit log what storing a record changed; nothing if nothing did. Call it last in the
 * transaction.
 * @throws ServiceError precondition_failed for If-None-Match: * and a record that exists
 */
export async function recordStored<Row>(
  tx: Database,
  { caller, info, ifNoneMatch }: StoredBy,
  kind: AuditedKind<Row>,
  stored: Stored<Row>,
): Promise<void> {
  requireNew(ifNoneMatch ?? null, stored.status === "created");
  const { entries } = outcomeOf(kind, stored);
  await recordAllEverywhere(tx, { actor: platformActor(caller), info }, entries);
}

/** What storing a record did, with the entry that {@link recordStored} writes. */
export function outcomeOf<Row>(
  { kind, targetOf, audited, context = {}, organizationOf }: AuditedKind<Row>,
  { status, before: rowBefore, row }: Stored<Row>,
): StoreOutcome {
  if (status === "unchanged") return UNCHANGED;
  const { before, after } = differences(rowBefore ? audited(rowBefore) : {}, audited(row));
  const entry = {
    action: `${kind}.${status}`,
    target: targetOf(row),
    organizationId: organizationOf?.(row),
    ...(rowBefore && { before }),
    after: { ...context, ...after },
  };
  return { status, entries: [entry] };
}

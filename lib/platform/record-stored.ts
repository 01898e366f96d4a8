import { differences } from "@/lib/audit/differences";
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

/** A stored record. */
export type StoredRecord<Row> = {
  /** Of record, for the action: `company` makes `company.created`. */
  kind: string;
  target: string;
  stored: Stored<Row>;
  /** Fields that the entry always has. */
  context?: JsonObject;
  /** The organization whose audit log has the change too, if there is one. */
  organizationId?: string;
};

/**
 * Records in the platform's audit log what storing a record changed; nothing if nothing did. Call it last in the
 * transaction.
 * @param audited the record's fields for the log
 * @throws ServiceError precondition_failed for If-None-Match: * and a record that exists
 */
export async function recordStored<Row>(
  tx: Database,
  { caller, info, ifNoneMatch }: StoredBy,
  record: StoredRecord<Row>,
  audited: (row: Row) => JsonObject,
): Promise<void> {
  requireNew(ifNoneMatch ?? null, record.stored.status === "created");
  const { entries } = outcomeOf(record, audited);
  await recordAllEverywhere(tx, { actor: platformActor(caller), info }, entries);
}

/** What storing a record did, with the entry that {@link recordStored} writes. */
export function outcomeOf<Row>(
  { kind, target, stored, context = {}, organizationId }: StoredRecord<Row>,
  audited: (row: Row) => JsonObject,
): StoreOutcome {
  const { status } = stored;
  if (status === "unchanged") return UNCHANGED;
  const { before, after } = differences(
    stored.before ? audited(stored.before) : {},
    audited(stored.row),
  );
  const entry = {
    action: `${kind}.${status}`,
    target,
    organizationId,
    ...(stored.before && { before }),
    after: { ...context, ...after },
  };
  return { status, entries: [entry] };
}

import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { JsonObject } from "@/lib/core/json";
import type { StoreStatus } from "@/lib/core/values/import-status";
import { type Actor, actorOf } from "@/lib/operation/access/caller";

/** A change as recorded in the audit log. `before` and `after` must not contain secrets. */
export type Change = {
  /** `client.created`, `secret.revealed`, … */
  action: string;
  /** `client:<id>`, `secret:<id>`. */
  target: string;
  before?: JsonObject;
  after?: JsonObject;
};

/** Who changes an organization: a person, a client, or the platform: `operator:<user id>` or `service_key:<key id>`. */
export type ChangedBy = Actor | { kind: "platform"; actor: string };

/** Where a request came from. */
export type Origin = Pick<RequestInfo, "ipAddress" | "requestId">;

/**
 * Records a change in the audit log, in the transaction of the change, so that neither exists without the other. An
 * organization does not see the addresses of the platform's staff.
 */
export function recordChange(
  tx: Database,
  by: ChangedBy & { organizationId: string },
  { ipAddress, requestId }: Origin,
  change: Change,
): Promise<void> {
  const { organizationId } = by;
  const from =
    by.kind === "platform"
      ? { actor: by.actor, ipAddress: null }
      : { actor: actorOf(by), ipAddress };
  return insertAuditRows(tx, [{ organizationId, ...from, requestId, ...change }]);
}

/**
 * Records changes by the platform in the logs of organizations, with one statement. Their logs are locked in a fixed
 * order, so that two callers wait for each other.
 */
export async function recordPlatformActs(
  tx: Database,
  actor: string,
  { requestId }: Pick<Origin, "requestId">,
  changes: readonly (Change & { organizationId: string })[],
): Promise<void> {
  const rows = changes
    .toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1))
    .map((change) => ({ actor, ipAddress: null, requestId, ...change }));
  if (rows.length > 0) await insertAuditRows(tx, rows);
}

/** Records a change made by an operator from the shell. */
export function recordOperatorChange(
  tx: Database,
  organizationId: string,
  change: Change,
): Promise<void> {
  const from = { ipAddress: null, requestId: newId() };
  return insertAuditRows(tx, [{ organizationId, actor: "operator:shell", ...from, ...change }]);
}

/** The fields of an audit entry that differ, before and after; those missing on one side are null there. */
export function differences(
  before: JsonObject,
  after: JsonObject,
): { before: JsonObject; after: JsonObject } {
  const changedNames = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (fields: JsonObject) =>
    Object.fromEntries(changedNames.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The filters of an export as its own entry records them. Unused ones are undefined, which JSON omits. */
export function recordedFilter(filter: object): JsonObject {
  return Object.fromEntries(
    Object.entries(filter).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

/**
 * An entry before a trigger adds it to a chain and separates its personal values. Without an organization, it is one of
 * the platform's log.
 */
type NewRow = Change & Origin & { organizationId: string | null; actor: string };

/** Appends audit rows, in this order. */
export async function insertAuditRows(tx: Database, rows: readonly NewRow[]): Promise<void> {
  await tx.auditRow.createMany({ data: [...rows] });
}

/**
 * Records a change of the platform in its audit log, in the transaction of the change: by an operator, a service key, or
 * a person of a company. Call it last in the transaction: until its end, no one else can record one.
 *
 * Texts in `before` and `after` under a personal name (`email`, `first_name`, `last_name`, `external_id`, …) are stored
 * so that they can be erased. A target `user:<id>` says whose they are.
 *
 * @param actor `operator:<user id>`, `service_key:<key id>` or `user:<user id>`
 */
export function recordPlatformChange(
  tx: Database,
  actor: string,
  info: Origin,
  change: Change,
): Promise<void> {
  return recordPlatformChanges(tx, actor, info, [change]);
}

/** Like {@link recordPlatformChange}, for several changes at once. */
export function recordPlatformChanges(
  tx: Database,
  actor: string,
  { ipAddress, requestId }: Origin,
  changes: readonly Change[],
): Promise<void> {
  const from = { organizationId: null, actor, ipAddress, requestId };
  const rows = changes.map((change) => ({ ...from, ...change }));
  return insertAuditRows(tx, rows);
}

/** A change by the platform for its audit log, and for that of an organization if it concerns one. */
export type PlatformEntry = Change & { organizationId?: string | undefined };

/** What storing a record of an import did, with the entries that are still to be written. */
export type StoreOutcome = { status: StoreStatus; entries: readonly PlatformEntry[] };

/** What storing the same again does. */
export const UNCHANGED: StoreOutcome = { status: "unchanged", entries: [] };

import {
  differences,
  type Origin,
  type PlatformEntry,
  recordPlatformActs,
  recordPlatformChanges,
  type StoreOutcome,
  UNCHANGED,
} from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { JsonObject } from "@/lib/core/json";

/** What storing a record did. Storing the same again changes nothing. */
export type Stored<Row> =
  | { status: "created"; before: null; row: Row }
  | { status: "updated"; before: Row; row: Row }
  | { status: "unchanged"; before: Row; row: Row };

/** The error for a field that only an existing record may leave out. @param record with its article */
export function missingField(field: string, record: string): ServiceError {
  return invalidFields([{ path: field, message: `is required to create ${record}` }]);
}

/** An object as audit logs name it. */
export type AuditedObject = {
  /** For the action: `company` makes `company.created`. */
  kind: string;
  target: string;
  /** Fields that the entry always has. */
  context?: JsonObject | undefined;
  /** The organization whose audit log has the change too, if there is one. */
  organizationId?: string | undefined;
};

/** What the creation of an object did. @param fields that a change can alter */
export function creationOf(object: AuditedObject, fields: JsonObject): StoreOutcome {
  return outcomeOf<JsonObject>(
    object,
    { status: "created", before: null, row: fields },
    (row) => row,
  );
}

/** What storing an object did, with the entry for the audit logs. @param audited the fields that a change can alter */
export function outcomeOf<Row>(
  { kind, target, context, organizationId }: AuditedObject,
  { status, before: rowBefore, row }: Stored<Row>,
  audited: (row: Row) => JsonObject,
): StoreOutcome {
  if (status === "unchanged") return UNCHANGED;
  const { before, after } = differences(rowBefore ? audited(rowBefore) : {}, audited(row));
  const entry = {
    action: `${kind}.${status}`,
    target,
    organizationId,
    ...(rowBefore && { before }),
    after: { ...context, ...after },
  };
  return { status, entries: [entry] };
}

/** The actor in audit entries of the platform: `operator:<user id>` or `service_key:<key id>`. */
export type PlatformOrigin = { actor: string; info: Origin };

/** Records changes in the audit logs of the platform and of organizations concerned. Comes last in a transaction. */
export async function recordAllEverywhere(
  tx: Database,
  { actor, info }: PlatformOrigin,
  entries: readonly PlatformEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const ofOrganizations = entries.flatMap(({ organizationId, ...change }) =>
    organizationId === undefined ? [] : [{ organizationId, ...change }],
  );
  await recordPlatformActs(tx, actor, info, ofOrganizations);
  const changes = entries.map(({ organizationId, ...change }) => change);
  await recordPlatformChanges(tx, actor, info, changes);
}

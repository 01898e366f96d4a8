import type { AuditEntry } from "@/lib/audit/schemas";
import { ERASED } from "@/lib/audit/values";
import {
  CLIENT_FIELDS,
  GIVEN_FIELDS,
  objectWith,
  shortName,
  valueAt,
} from "@/lib/clients/field-values";
import type { ClientResponse } from "@/lib/clients/schemas";
import { type ClientValues, valuesOf, withValues } from "../configuration/client-values";

/** A configuration of an extension. Values that cannot be restored are the current ones. */
export interface ClientVersion {
  /** The change that made it; null for the present configuration. */
  entry: AuditEntry | null;
  values: ClientValues;
  logoUri: unknown;
  /** Whether the audit log no longer has its support email. */
  isErased: boolean;
}

type Recorded = Readonly<Record<string, unknown>>;

/** The present configuration of an extension. */
export function presentVersion(client: ClientResponse): ClientVersion {
  return { entry: null, values: valuesOf(client), logoUri: client.logo_uri, isErased: false };
}

/**
 * The versions of a configuration, newest first: the changes of the audit log are taken back one by one, beginning with
 * the present values. An entry without values before or after is the last. Changes of anything else make no version.
 * @param entries about the client, newest first, without gaps
 */
export function versionsOf(client: ClientResponse, entries: readonly AuditEntry[]) {
  const present = valuesOf(client);
  const versions: ClientVersion[] = [];
  let state = withRecorded(recordOf(client), { pending_review: client.pending_review });
  for (const entry of entries) {
    // The entry knows better: an operator's decision does not record which values waited.
    state = withRecorded(state, entry.after ?? {});
    versions.push(versionWith(state, present, entry));
    if (!entry.before || !entry.after) return differing(versions);
    state = withRecorded(state, entry.before);
  }
  return differing([...versions, versionWith(state, present, null)]).filter(({ entry }) => entry);
}

/** Without those that equal the one before them. */
function differing(versions: readonly ClientVersion[]): ClientVersion[] {
  const textOf = (version?: ClientVersion) => JSON.stringify({ ...version, entry: null });
  return versions.filter((version, at) => textOf(version) !== textOf(versions[at + 1]));
}

function recordOf(client: ClientResponse): Recorded {
  const fields = [...GIVEN_FIELDS, "logo_uri"];
  return { ...objectWith(fields.map((path) => [nameOf(path), valueAt(client, path)])) };
}

function nameOf(path: string): string {
  return path.replace(/^meta\./, "");
}

/** With the values of one side of an entry, and the approved ones of what waits for a review. */
function withRecorded(state: Recorded, side: Recorded): Recorded {
  const approved = Object.entries(Object(side.pending_review)).map(
    ([name, review]) => [name, valueAt(Object(review), "approved")] as const,
  );
  return merged(merged(state, side), Object.fromEntries(approved));
}

/** Reviews name the scopes without their type. */
function merged(state: Recorded, { scopes = state.scopes, ...part }: Recorded): Recorded {
  const isList = Array.isArray(scopes);
  const all = isList ? { ...Object(state.scopes), permissions: scopes } : scopes;
  return { ...state, ...part, scopes: all };
}

/** As in responses, values that wait for a review stand in place of the approved ones. */
function versionWith(state: Recorded, present: ClientValues, entry: AuditEntry | null) {
  const proposed = (name: string) => valueAt(state, `pending_review.${name}.proposed`);
  const isErased = (proposed("support_email") ?? state.support_email) === ERASED;
  const values = withValues(present, (field) => {
    if (CLIENT_FIELDS[field].changedBy === null) return undefined;
    if (field === "support_email" && isErased) return undefined;
    return proposed(shortName(field)) ?? valueAt(state, nameOf(field));
  });
  return { entry, values, logoUri: proposed("logo_uri") ?? state.logo_uri, isErased };
}

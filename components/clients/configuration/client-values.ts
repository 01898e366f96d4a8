import {
  CLIENT_FIELDS,
  GIVEN_FIELDS,
  type GivenField,
  objectWith,
  valueAt,
} from "@/lib/clients/field-values";
import type { ClientManifest } from "@/lib/clients/manifest/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";

/** What a form of a client edits: the fields of the API that publishers give, in its format. */
export type ClientValues = Omit<ClientManifest, "latchkey_manifest"> &
  Pick<ClientResponse, "listing" | "draft_companies">;

/** Values with those of some fields replaced; `undefined` leaves a field as it is. */
export function withValues(
  values: ClientValues,
  valueFor: (field: GivenField) => unknown,
): ClientValues {
  const next = GIVEN_FIELDS.map((field) => {
    const value = valueFor(field);
    return [field, value === undefined ? valueAt(values, field) : value] as const;
  });
  // The table has every field of the form.
  return objectWith(next) as ClientValues;
}

/** The values of a new client. */
export const NEW_CLIENT = withValues(
  // Every field has an initial value, so nothing is missing from the result.
  { meta: {}, scopes: {} } as ClientValues,
  (field) => CLIENT_FIELDS[field].initial,
);

/** The values of a stored client. A listing that waits for approval is what its publisher has chosen. */
export function valuesOf(client: ClientResponse): ClientValues {
  const listing = client.pending_review.listing?.proposed ?? client.listing;
  return withValues(NEW_CLIENT, (field) =>
    field === "listing" ? listing : valueAt(client, field),
  );
}

/** What is sent for a value as typed: without space around it or empty lines, null for an empty optional text. */
export function sentValue(values: ClientValues, field: GivenField): unknown {
  const value = valueAt(values, field);
  if (typeof value === "string") return value.trim() || (isOptional(field) ? null : "");
  if (field === "redirect_urls" && Array.isArray(value)) return value.map(trimmed).filter(Boolean);
  // An empty number: the API says what it must be.
  return value ?? (isOptional(field) ? null : 0);
}

function trimmed(line: unknown): string {
  return String(line).trim();
}

function isOptional(field: GivenField): boolean {
  return CLIENT_FIELDS[field].initial === null;
}

/** Where an extension built with the FDK receives codes; empty without an address. */
export function sdkCallback(baseUrl: string): string {
  const address = baseUrl.trim().replace(/\/+$/, "");
  return address && `${address}/fp/auth`;
}

/** The fields that would be saved differently. */
export function changedFields(before: ClientValues, after: ClientValues): GivenField[] {
  const text = (values: ClientValues, field: GivenField) =>
    JSON.stringify(sentValue(values, field));
  return GIVEN_FIELDS.filter((field) => text(before, field) !== text(after, field));
}

/** Whose value of a field that both changed is to be saved. */
export type Choices = Readonly<Partial<Record<GivenField, "mine" | "theirs">>>;

/** The fields that both sides changed since `base`, each to something else. */
export function conflictsOf(base: ClientValues, mine: ClientValues, theirs: ClientValues) {
  const [ofMine, ofTheirs] = [changedFields(base, mine), changedFields(base, theirs)];
  return changedFields(mine, theirs).filter(
    (field) => ofMine.includes(field) && ofTheirs.includes(field),
  );
}

/** Merges two changes field by field. Of fields that both changed, the choice counts; without one, `mine` stays. */
export function mergeValues(
  base: ClientValues,
  mine: ClientValues,
  theirs: ClientValues,
  choices: Choices = {},
): ClientValues {
  const ofMine = changedFields(base, mine);
  const conflicts = conflictsOf(base, mine, theirs);
  return withValues(mine, (field) => {
    const isTheirs = conflicts.includes(field)
      ? choices[field] === "theirs"
      : !ofMine.includes(field);
    return isTheirs ? valueAt(theirs, field) : undefined;
  });
}

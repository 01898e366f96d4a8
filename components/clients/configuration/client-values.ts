import type { FieldPath } from "react-hook-form";
import type { z } from "zod";
import { CLIENT_FIELDS, SETTINGS } from "@/lib/clients/field-values";
import type { clientManifestSchema } from "@/lib/clients/manifest/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";

/** What a form of a client edits: the fields of the API that publishers give, in its format. */
export type ClientValues = Omit<z.output<typeof clientManifestSchema>, "latchkey_manifest"> &
  Pick<ClientResponse, "listing" | "draft_companies">;

/** A field of the form, by its place in the API. */
export type ClientField = keyof typeof CLIENT_FIELDS | "draft_companies";

/** All fields, in the order of the form. */
export const CLIENT_FIELD_PATHS = [
  ...Object.keys(CLIENT_FIELDS),
  "draft_companies",
] as (ClientField & FieldPath<ClientValues>)[];

/** The value at a place in the API. */
export function valueAt(values: object, path: string): unknown {
  return path.split(".").reduce<unknown>((part, key) => Object(part)[key], values);
}

/** Values with those of some fields replaced; `undefined` leaves a field as it is. */
export function withValues(
  values: ClientValues,
  valueFor: (field: ClientField) => unknown,
): ClientValues {
  const next: ClientValues = { ...values, meta: { ...values.meta }, scopes: { ...values.scopes } };
  for (const field of CLIENT_FIELD_PATHS) {
    const value = valueFor(field);
    if (value === undefined) continue;
    const [key = "", part] = field.split(".");
    Object.assign(part === undefined ? next : Object(valueAt(next, key)), { [part ?? key]: value });
  }
  return next;
}

const EMPTY = { meta: {}, scopes: {}, draft_companies: [] };

/** The values of a new client. */
export const NEW_CLIENT = withValues(
  // Every field has an initial value, so nothing is missing from the result.
  EMPTY as unknown as ClientValues,
  (field) => (field === "draft_companies" ? [] : CLIENT_FIELDS[field].initial),
);

/** The values of a stored client. A listing that waits for approval is what its publisher has chosen. */
export function valuesOf(client: ClientResponse): ClientValues {
  const listing = client.pending_review.listing?.proposed ?? client.listing;
  return withValues(NEW_CLIENT, (field) =>
    field === "listing" ? listing : valueAt(client, field),
  );
}

/** What is sent for a value as typed: without space around it or empty lines, null for an empty optional text. */
export function sentValue(values: ClientValues, field: ClientField): unknown {
  const value = valueAt(values, field);
  if (typeof value === "string") return value.trim() || (isOptional(field) ? null : "");
  if (field === "redirect_urls" && Array.isArray(value)) return value.map(trimmed).filter(Boolean);
  // An empty number: the API says what it must be.
  return value ?? (isOptional(field) ? null : 0);
}

function trimmed(line: unknown): string {
  return String(line).trim();
}

function isOptional(field: string): boolean {
  return Object.entries(SETTINGS).some(([name, { initial }]) => name === field && initial === null);
}

/** The fields that would be saved differently. */
export function changedFields(before: ClientValues, after: ClientValues): ClientField[] {
  const text = (values: ClientValues, field: ClientField) =>
    JSON.stringify(sentValue(values, field));
  return CLIENT_FIELD_PATHS.filter((field) => text(before, field) !== text(after, field));
}

/** Whose value of a field that both changed is to be saved. */
export type Choices = Readonly<Partial<Record<ClientField, "mine" | "theirs">>>;

/** The fields that both sides changed since `base`, each to something else. */
export function conflictsOf(base: ClientValues, mine: ClientValues, theirs: ClientValues) {
  const [ofMine, ofTheirs] = [changedFields(base, mine), changedFields(base, theirs)];
  return changedFields(mine, theirs).filter(
    (field) => ofMine.includes(field) && ofTheirs.includes(field),
  );
}

/**
 * Merges two changes of the same client field by field. Fields that only one side changed keep that change; for
 * fields that both changed, the person chooses. Without a choice, `mine` stays in the form.
 */
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

import { bounds, type clientTypes, defaultGrants } from "@/lib/clients/field-values";
import type { GrantType } from "@/lib/protocol/tokens/values";

/** One row of the redirect URLs; `key` stays with it while others come and go. */
export interface RedirectUrlRow {
  key: number;
  value: string;
}

/** One field of the form: its value as typed, and its place and value in the API. */
interface DraftRule<Typed> {
  /** Where manifests, clients, bodies and errors of the API have it. */
  path: string;
  empty: Typed;
  /** Converts the API's value to the one in the form. */
  read: (sent: unknown) => Typed;
  /** Converts the form's value to the API's; undefined to leave the field out. */
  write: (typed: Typed) => unknown;
}

function rule<Sent, Typed>(
  path: string,
  empty: Typed,
  read: (sent: Sent) => Typed,
  write: (typed: Typed) => Sent | undefined,
): DraftRule<Typed> {
  // The API has a value of this type at the path; the test of a manifest's round trip goes through all of them.
  return { path, empty, read: (sent) => read(sent as Sent), write };
}

function sameAs<T>(path: string, empty: T): DraftRule<T> {
  return rule<T, T>(
    path,
    empty,
    (sent) => sent,
    (typed) => typed,
  );
}

/** A text that may be missing. */
function optionalText(path: string): DraftRule<string> {
  return rule<string | null, string>(
    path,
    "",
    (sent) => sent ?? "",
    (typed) => typed.trim() || null,
  );
}

/** In seconds; null while the field is empty, sent as 0 so that the API rejects it. */
function lifetime(path: string, seconds: number): DraftRule<number | null> {
  return rule<number, number | null>(
    path,
    seconds,
    (sent) => sent,
    (typed) => typed ?? 0,
  );
}

/** Each field of a client's form, in the order in which differences are listed. */
export const DRAFT_RULES = {
  name: sameAs("meta.name", ""),
  description: sameAs("meta.description", ""),
  /** Separated by commas. */
  tags: rule<string[], string>("meta.tags", "", (tags) => tags.join(", "), splitTags),
  policyUri: optionalText("policy_uri"),
  tosUri: optionalText("tos_uri"),
  supportEmail: optionalText("support_email"),
  baseUrl: optionalText("base_url"),
  redirectUrls: rule<string[], RedirectUrlRow[]>("redirect_urls", rowsOf([]), rowsOf, (rows) =>
    typedRows(rows).map(({ value }) => value.trim()),
  ),
  scopes: sameAs<string[]>("scopes.permissions", []),
  scopeType: sameAs("scopes.type", "company"),
  /** Null for the grants that the scopes require. */
  grants: rule<GrantType[], GrantType[] | null>(
    "grants",
    null,
    (grants) => grants,
    (grants) => grants ?? undefined,
  ),
  accessTokenLifetime: lifetime("access_token_lifetime", bounds.accessTokenLifetime.default),
  refreshTokenLifetime: lifetime("refresh_token_lifetime", bounds.refreshTokenLifetime.default),
  /** A new refresh token at each refresh, instead of the same one. */
  rotatesRefreshTokens: rule<string, boolean>(
    "refresh_rotation",
    false,
    (rotation) => rotation !== "none",
    (rotates) => (rotates ? "confirm_on_use" : "none"),
  ),
  requiresPkce: sameAs("require_pkce", false),
  /** Cannot be changed once the client exists. */
  clientType: sameAs<(typeof clientTypes)[number]>("client_type", "extension"),
};

/** The content of a client's form, as typed. */
export type ClientDraft = {
  [Field in keyof typeof DRAFT_RULES]: (typeof DRAFT_RULES)[Field]["empty"];
};

/** The name of a field of the form. */
export type DraftField = keyof ClientDraft;

/** All fields of the form. */
export const DRAFT_FIELDS = Object.keys(DRAFT_RULES) as readonly DraftField[];

export const EMPTY_DRAFT = Object.fromEntries(
  DRAFT_FIELDS.map((field) => [field, DRAFT_RULES[field].empty]),
) as ClientDraft;

/** The value that a field of the draft sends to the API; undefined to leave it out. */
export function sentValue<Field extends DraftField>(draft: ClientDraft, field: Field): unknown {
  const rules: { [Each in DraftField]: DraftRule<ClientDraft[Each]> } = DRAFT_RULES;
  return rules[field].write(draft[field]);
}

/** Whether two drafts would save the same in a field, however it was typed. */
export function isSameField(field: DraftField, one: ClientDraft, other: ClientDraft): boolean {
  return JSON.stringify(savedValue(one, field)) === JSON.stringify(savedValue(other, field));
}

/** The value of a field after saving. */
export function savedValue(draft: ClientDraft, field: DraftField): unknown {
  if (field === "grants") return grantsOf(draft);
  const value = sentValue(draft, field);
  return typeof value === "string" ? value.trim() : value;
}

/** Whether a stored value is a draft; an earlier version of the page may have stored one with other fields. */
export function isDraft(stored: unknown): stored is ClientDraft {
  if (typeof stored !== "object" || stored === null) return false;
  const values = Object.entries(stored);
  return (
    values.length === DRAFT_FIELDS.length &&
    values.every(([name, value]) => {
      const field = DRAFT_FIELDS.find((one) => one === name);
      return field !== undefined && isOfKind(value, EMPTY_DRAFT[field]);
    })
  );
}

// A lifetime is null while its field is empty.
function isOfKind(value: unknown, empty: unknown): boolean {
  if (typeof empty === "number" && value === null) return true;
  return typeof value === typeof empty && (Array.isArray(value) || !Array.isArray(empty));
}

/** Whether two drafts have the same values. */
export function isSameDraft(one: ClientDraft, other: ClientDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The rows that hold something: the order in which an answer numbers redirect URLs. */
export function typedRows(rows: readonly RedirectUrlRow[]): RedirectUrlRow[] {
  return rows.filter(({ value }) => value.trim() !== "");
}

export function grantsOf({ grants, scopes }: ClientDraft): readonly GrantType[] {
  return grants ?? defaultGrants(scopes);
}

/** Splits at commas, trims, and drops empty and duplicate tags. */
function splitTags(typed: string): string[] {
  const tags = typed.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

// The form always shows a row to type into.
function rowsOf(urls: readonly string[]): RedirectUrlRow[] {
  return (urls.length > 0 ? urls : [""]).map((value, key) => ({ key, value }));
}

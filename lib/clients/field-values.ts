import { bounds, defaultGrants } from "@/lib/clients/values";

/** A field of a client in the API. `field-schemas.ts` has what requests may send, `schemas.ts` what responses have. */
type FieldRow = {
  /** Where a stored client has it; null if `serialize.ts` makes it of other columns. */
  column: string | null;
  /** The PostgreSQL type of the column; null if a statement computes it, which `columns.ts` says how. */
  type: `${"text" | "timestamptz" | "jsonb"}${"" | "?"}` | "text[]" | "int4" | "bool" | null;
  /** The value of a new client, for what a publisher gives. */
  initial?: unknown;
  /** The operation that changes it; null if only POST sets it. */
  changedBy?: "PUT" | "PATCH" | null;
  /** Where an operator approves what sellers see of listed clients: whether each new value waits, or each new entry. */
  reviewed?: "value" | "list";
  /** Whether POST takes it, and so the manifest contains it. */
  isPortable?: boolean;
  /** Whether the platform's own directory has it, too. */
  isImported?: boolean;
  /** Whether a change of it is recorded in the audit log. */
  isAudited?: boolean;
  /** The parameter with which the list finds clients by it: by its value, or by an entry of its list. */
  filter?: string;
  /** Whether the list can be in its order. */
  isSortable?: boolean;
  /** Its column in the CSV export. The order never changes, so a new field takes the next number. */
  csv?: number;
  /** How and where the form edits it; null if it does not. */
  form?: FormControl | null;
};

type FormControl = {
  group: "identity" | "urls" | "scopes" | "tokens" | "listing";
  control:
    | "line"
    | "paragraph"
    | "words"
    | "address"
    | "redirectUrls"
    | "scopes"
    | "lifetime"
    | "rotation"
    | "flag"
    | "grants"
    | "listing";
  /** What a value looks like. */
  example?: string;
  /** The usual values. */
  presets?: readonly number[];
};

const HOUR = 3_600;
const DAY = 24 * HOUR;

const everywhere = {
  changedBy: "PATCH",
  isPortable: true,
  isImported: true,
  isAudited: true,
} as const;
const ofPublisher = { ...everywhere, isImported: false } as const;
const inMeta = { ...everywhere, changedBy: "PUT" } as const;
const audited = { isAudited: true } as const;

const optionalText = { type: "text?", initial: null, reviewed: "value" } as const;
const list = { type: "text[]", initial: [] } as const;

const inIdentity = (control: FormControl["control"]) => ({ group: "identity", control }) as const;
const inTokens = (control: FormControl["control"]) => ({ group: "tokens", control }) as const;
const lifetimeOf = (presets: readonly number[]) => ({ ...inTokens("lifetime"), presets }) as const;
const inUrls = (control: FormControl["control"]) =>
  ({ group: "urls", control, example: "https://shipfast.example.com" }) as const;
const forSellers = (control: FormControl["control"], example: string) =>
  ({ group: "listing", control, example }) as const;

// biome-ignore format: one row, one field
/** Each field of a client, by its place in the API: what a publisher gives, in the order of the form, then the rest. */
export const CLIENT_FIELDS = {
  "meta.name": { ...inMeta, column: "name", type: "text", initial: "", reviewed: "value", isSortable: true, csv: 2, form: inIdentity("line") },
  "meta.description": { ...inMeta, column: "description", type: "text", initial: "", reviewed: "value", csv: 3, form: inIdentity("paragraph") },
  "meta.tags": { ...inMeta, ...list, column: "tags", filter: "tag", csv: 5, form: inIdentity("words") },
  client_type: { ...everywhere, changedBy: null, column: "clientType", type: "text", initial: "extension", filter: "client_type", csv: 6, form: null },
  listing: { ...ofPublisher, isPortable: false, column: "listing", type: "text", initial: "unlisted", form: { group: "listing", control: "listing" } },
  base_url: { ...everywhere, ...optionalText, column: "baseUrl", csv: 8, form: inUrls("address") },
  redirect_urls: { ...everywhere, ...list, column: "redirectUrls", reviewed: "list", csv: 9, form: inUrls("redirectUrls") },
  access_token_lifetime: { ...everywhere, column: "accessTokenLifetime", type: "int4", initial: bounds.accessTokenLifetime.default, csv: 12, form: lifetimeOf([HOUR / 4, HOUR, DAY]) },
  refresh_token_lifetime: { ...everywhere, column: "refreshTokenLifetime", type: "int4", initial: bounds.refreshTokenLifetime.default, csv: 13, form: lifetimeOf([30 * DAY, 90 * DAY, 365 * DAY]) },
  refresh_rotation: { ...everywhere, column: "refreshRotation", type: "text", initial: "none", csv: 14, form: inTokens("rotation") },
  require_pkce: { ...everywhere, column: "requirePkce", type: "bool", initial: false, csv: 15, form: inTokens("flag") },
  policy_uri: { ...ofPublisher, ...optionalText, column: "policyUri", csv: 17, form: forSellers("address", "https://shipfast.example.com/privacy") },
  tos_uri: { ...ofPublisher, ...optionalText, column: "tosUri", csv: 18, form: forSellers("address", "https://shipfast.example.com/terms") },
  support_email: { ...ofPublisher, ...optionalText, column: "supportEmail", csv: 19, form: forSellers("line", "support@shipfast.example.com") },
  "scopes.type": { ...ofPublisher, column: "scopeType", type: "text", initial: "company", form: null },
  "scopes.permissions": { ...everywhere, ...list, column: "scopes", reviewed: "list", csv: 10, form: { group: "scopes", control: "scopes" } },
  grants: { ...everywhere, column: "grantTypes", type: "text[]", initial: defaultGrants([]), csv: 11, form: inTokens("grants") },
  // The control of the listing edits it.
  draft_companies: { ...ofPublisher, isPortable: false, column: "draftCompanies", type: null, initial: [], form: null },

  is_active: { ...audited, changedBy: "PATCH", isImported: true, column: "isActive", type: "bool", filter: "is_active", csv: 7 },
  logo_uri: { ...audited, column: "logoId", type: "text?", csv: 16 },
  listing_requested_at: { ...audited, column: "listingRequestedAt", type: "timestamptz?" },
  pending_review: { ...audited, column: null, type: null },
  deleted_at: { ...audited, column: "deletedAt", type: "timestamptz?", csv: 25 },

  client_id: { column: "clientId", type: "text", csv: 1 },
  _id: { column: "recordId", type: "text" },
  organization_id: { column: "organizationId", type: "text" },
  company_id: { column: "companyId", type: null },
  slug: { column: "slug", type: "text", csv: 4 },
  name: { column: "name", type: "text" },
  "meta.user_id": { column: "metaUserId", type: "text?" },
  author: { column: null, type: null, csv: 21 },
  secret: { column: null, type: null, csv: 20 },
  "scopes.grants": { column: "grantTypes", type: "text[]" },
  raw_permissions: { column: "rawPermissions", type: "text[]" },
  status: { column: "status", type: null, filter: "status" },
  review: { column: "review", type: "jsonb?" },
  scope_reviews: { column: "scopeReviews", type: null },
  suspended_at: { column: "suspendedAt", type: "timestamptz?" },
  suspension_reason: { column: "suspensionReason", type: "text?" },
  version: { column: "version", type: "int4" },
  created_at: { column: "createdAt", type: "timestamptz", isSortable: true, csv: 22 },
  modified_at: { column: "modifiedAt", type: "timestamptz", csv: 23 },
  last_used_at: { column: "lastUsedAt", type: null, csv: 24 },
} as const satisfies Record<string, FieldRow>;

type Fields = typeof CLIENT_FIELDS;

/** A row of the table, with the type of any row. */
export function fieldRow(path: keyof Fields): FieldRow {
  return CLIENT_FIELDS[path];
}

/** The place of each field in the API, or of those that follow a rule. */
export type FieldPath<Rule = object> = {
  [Path in keyof Fields]: Fields[Path] extends Rule ? Path : never;
}[keyof Fields];

/** The column of every field that has one, or of those that follow a rule, such as `{ reviewed: "list" }`. */
export type FieldColumn<Rule = object> = Fields[FieldPath<Rule>]["column"] & string;

export type GivenField = FieldPath<{ initial: unknown }>;

/** What rows have in common, such as `{ isImported: true }`. */
export type FieldRule = Partial<FieldRow>;

/** The places in the API of the fields that follow a rule, in the order of the table. */
export function pathsWith<const Rule extends FieldRule>(rule: Rule): FieldPath<Rule>[] {
  return allPaths.filter((path): path is FieldPath<Rule> =>
    Object.entries(rule).every(([name, value]) => Reflect.get(fieldRow(path), name) === value),
  );
}

// The keys of the table are all that `Object.keys` returns.
const allPaths = Object.keys(CLIENT_FIELDS) as FieldPath[];

/** The fields that a publisher gives, in the order of the form. */
export const GIVEN_FIELDS = allPaths.filter(
  (path): path is GivenField => "initial" in CLIENT_FIELDS[path],
);

/** How audit entries, reviews, and imports name a field, without the object that it is in. */
export type ShortName<Path extends string> = Path extends
  | `meta.${infer Name}`
  | `${infer Name}.permissions`
  ? Name
  : Path;

/** The {@link ShortName} of a field. */
export function shortName<Path extends string>(path: Path): ShortName<Path> {
  return path.replace(/^meta\.|\.permissions$/g, "") as ShortName<Path>;
}

type MessageName<Name extends string> = Name extends `${infer Part}.${infer Rest}`
  ? `${Part}_${Rest}`
  : Name;

/** The key of a field's name among the messages, where a dot would mean a nested message. */
export function messageName<Path extends string>(path: Path): MessageName<ShortName<Path>> {
  return shortName(path).replace(".", "_") as MessageName<ShortName<Path>>;
}

/** The value at a place in the API, such as `meta.name`. */
export function valueAt(values: object, path: string): unknown {
  return path.split(".").reduce<unknown>((part, key) => Object(part)[key], values);
}

/** The object that has these values at their places in the API. */
export function objectWith(values: Iterable<readonly [path: string, value: unknown]>): object {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of values) {
    const dot = path.indexOf(".");
    if (dot === -1) {
      whole[path] = value;
    } else {
      const key = path.slice(0, dot);
      whole[key] = Object.assign(whole[key] ?? {}, { [path.slice(dot + 1)]: value });
    }
  }
  return whole;
}

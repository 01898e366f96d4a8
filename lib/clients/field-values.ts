import type { GrantType } from "@/lib/protocol/tokens/values";
// Constants that pages need. Kept apart from the schemas, which a browser loads only to validate input.

/** Kinds of client. All work the same; the platform distinguishes them in its own lists. */
export const clientTypes = ["extension", "platform", "administrator", "partner"] as const;

/** What a client's publisher sees about it; `CLIENT_STATUS` decides. */
export const clientStatuses = ["active", "draft", "inactive", "suspended"] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** The default grants of a client, derived from its scopes. */
export function defaultGrants(scopes: readonly string[]): GrantType[] {
  const grants: GrantType[] = ["authorization_code", "refresh_token"];
  // A client that manages its organization gets its token with client_credentials.
  const isManaging = scopes.some((scope) => scope.startsWith("organization/"));
  return isManaging ? [...grants, "client_credentials"] : grants;
}

/** Who can install a client: companies that it names, anyone with its link, or every seller, who sees it in a list. */
export const listings = ["draft", "unlisted", "listed"] as const;

/** Maximum number of companies that a draft names. */
export const MAX_DRAFT_COMPANIES = 100;

/** What a refresh does with the refresh token. */
export const refreshRotations = ["none", "confirm_on_use"] as const;

/** The stages of moving from old secrets to the newest one. */
export const rotationStates = ["waiting_for_first_use", "old_in_use", "safe_to_revoke"] as const;

/** Limits of lifetimes and overlaps, in seconds. */
export const bounds = {
  accessTokenLifetime: { min: 300, max: 86_400, default: 3_600 },
  refreshTokenLifetime: { min: 3_600, max: 157_680_000, default: 31_536_000 },
  overlap: { min: 0, max: 2_592_000, default: 86_400 },
} as const;

/** A field of a client. The schemas of its values are in `field-schemas.ts`, which only validation loads. */
type FieldRow = {
  /** Where it is stored, and as which PostgreSQL type. */
  column: string;
  type: "text" | "text[]" | "int4" | "bool";
  /** The value of a new client. */
  initial: unknown;
  /** The operation that changes it; null if only POST sets it. */
  changedBy: "PUT" | "PATCH" | null;
  /** Where an operator approves what sellers see of listed clients: whether each new value waits, or each new entry. */
  reviewed?: "value" | "list";
  /** Whether POST takes it, and so the manifest contains it. */
  isPortable: boolean;
  /** Whether the platform's own directory has it, too. */
  isImported: boolean;
  /** How and where the form edits it; null if it does not. */
  form: FormControl | null;
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

const everywhere = { changedBy: "PATCH", isPortable: true, isImported: true } as const;
const ofPublisher = { ...everywhere, isImported: false } as const;
const inMeta = { ...everywhere, changedBy: "PUT" } as const;

const optionalText = { type: "text", initial: null, reviewed: "value" } as const;
const list = { type: "text[]", initial: [] } as const;

const inIdentity = (control: FormControl["control"]) => ({ group: "identity", control }) as const;
const inTokens = (control: FormControl["control"]) => ({ group: "tokens", control }) as const;
const lifetimeOf = (presets: readonly number[]) => ({ ...inTokens("lifetime"), presets }) as const;
const inUrls = (control: FormControl["control"]) =>
  ({ group: "urls", control, example: "https://shipfast.example.com" }) as const;
const forSellers = (control: FormControl["control"], example: string) =>
  ({ group: "listing", control, example }) as const;

// biome-ignore format: one row, one field
/** The fields that have the same name and value in requests, responses, manifests, and audit entries. */
export const SETTINGS = {
  base_url: { ...everywhere, ...optionalText, column: "baseUrl", form: inUrls("address") },
  redirect_urls: { ...everywhere, ...list, column: "redirectUrls", reviewed: "list", form: inUrls("redirectUrls") },
  access_token_lifetime: { ...everywhere, column: "accessTokenLifetime", type: "int4", initial: bounds.accessTokenLifetime.default, form: lifetimeOf([HOUR / 4, HOUR, DAY]) },
  refresh_token_lifetime: { ...everywhere, column: "refreshTokenLifetime", type: "int4", initial: bounds.refreshTokenLifetime.default, form: lifetimeOf([30 * DAY, 90 * DAY, 365 * DAY]) },
  refresh_rotation: { ...everywhere, column: "refreshRotation", type: "text", initial: "none", form: inTokens("rotation") },
  require_pkce: { ...everywhere, column: "requirePkce", type: "bool", initial: false, form: inTokens("flag") },
  policy_uri: { ...ofPublisher, ...optionalText, column: "policyUri", form: forSellers("address", "https://shipfast.example.com/privacy") },
  tos_uri: { ...ofPublisher, ...optionalText, column: "tosUri", form: forSellers("address", "https://shipfast.example.com/terms") },
  support_email: { ...ofPublisher, ...optionalText, column: "supportEmail", form: forSellers("line", "support@shipfast.example.com") },
} as const satisfies Record<string, FieldRow>;

// biome-ignore format: one row, one field
/** Each field that a publisher gives a client, by its place in the API, in the order of the form. */
export const CLIENT_FIELDS = {
  "meta.name": { ...inMeta, column: "name", type: "text", initial: "", reviewed: "value", form: inIdentity("line") },
  "meta.description": { ...inMeta, column: "description", type: "text", initial: "", reviewed: "value", form: inIdentity("paragraph") },
  "meta.tags": { ...inMeta, ...list, column: "tags", form: inIdentity("words") },
  client_type: { ...everywhere, changedBy: null, column: "clientType", type: "text", initial: "extension", form: null },
  listing: { ...ofPublisher, isPortable: false, column: "listing", type: "text", initial: "unlisted", form: { group: "listing", control: "listing" } },
  ...SETTINGS,
  "scopes.permissions": { ...everywhere, ...list, column: "scopes", reviewed: "list", form: { group: "scopes", control: "scopes" } },
  "scopes.type": { ...ofPublisher, column: "scopeType", type: "text", initial: "company", form: null },
  grants: { ...everywhere, column: "grantTypes", type: "text[]", initial: defaultGrants([]), form: inTokens("grants") },
} as const satisfies Record<string, FieldRow>;

type Fields = typeof CLIENT_FIELDS;
type FieldPath = keyof Fields;

/** The column of every field, of those that the platform's directory has, or of those that are reviewed in a way. */
export type FieldColumn<Rule = object> = {
  [Path in FieldPath]: Fields[Path] extends Rule ? Fields[Path]["column"] : never;
}[FieldPath];

/** The columns of the fields that follow a rule, such as `{ reviewed: "list" }`, by their place in the API. */
export function columnsWith<const Rule extends Partial<FieldRow>>(
  rule: Rule,
): [path: FieldPath, column: FieldColumn<Rule>][] {
  const follows = (row: FieldRow) =>
    Object.entries(rule).every(([name, value]) => Reflect.get(row, name) === value);
  return Object.entries(CLIENT_FIELDS).flatMap(([path, row]) =>
    follows(row) ? [[path as FieldPath, row.column as FieldColumn<Rule>]] : [],
  );
}

/** How audit entries and reviews name a field, without the object that it is in. */
export function shortName(path: string): string {
  return path.replace(/^meta\.|\.permissions$/g, "");
}

/** How long a deleted client can be restored, in days. */
export const RESTORE_DAYS = 30;

/** Description of `revoke_secrets`, wherever a change may affect secrets that others have seen. */
export const REVOKE_SECRETS =
  "Whether to revoke live secrets seen by someone who lacks, or after this change would lack, a permission in the client's scopes. Without it, such a change fails with 409, and the error names the secrets.";

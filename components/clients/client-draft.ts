import { bounds, type clientTypes, defaultGrants } from "@/lib/clients/field-values";
import type { GrantType } from "@/lib/oauth/tokens/grant-type-values";

/** The content of a client's form, as typed. */
export interface ClientDraft {
  name: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  clientType: (typeof clientTypes)[number];
  baseUrl: string;
  redirectUrls: RedirectUrlRow[];
  scopeType: string;
  scopes: string[];
  /** Null for what the scopes need. */
  grants: GrantType[] | null;
  /** In seconds; null while the field is empty. */
  accessTokenLifetime: number | null;
  refreshTokenLifetime: number | null;
  /** A new refresh token at each refresh, instead of the same one. */
  rotatesRefreshTokens: boolean;
  requiresPkce: boolean;
  policyUri: string;
  tosUri: string;
  supportEmail: string;
}

/** One row of the redirect URLs; `key` stays with it while others come and go. */
export interface RedirectUrlRow {
  key: number;
  value: string;
}

export const EMPTY_DRAFT: ClientDraft = {
  name: "",
  description: "",
  tags: "",
  clientType: "extension",
  baseUrl: "",
  redirectUrls: [{ key: 0, value: "" }],
  scopeType: "company",
  scopes: [],
  grants: null,
  accessTokenLifetime: bounds.accessTokenLifetime.default,
  refreshTokenLifetime: bounds.refreshTokenLifetime.default,
  rotatesRefreshTokens: false,
  requiresPkce: false,
  policyUri: "",
  tosUri: "",
  supportEmail: "",
};

/** Whether two drafts hold the same. */
export function isSameDraft(one: ClientDraft, other: ClientDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The tags of a draft, trimmed, without empty and double ones. */
export function tagsOf(draft: ClientDraft): string[] {
  const tags = draft.tags.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

/** The redirect URLs that were typed, without empty rows. */
export function redirectUrlsOf(draft: ClientDraft): string[] {
  return typedRows(draft).map(({ value }) => value.trim());
}

/** The rows that hold something: the order in which an answer numbers redirect URLs. */
export function typedRows(draft: ClientDraft): RedirectUrlRow[] {
  return draft.redirectUrls.filter(({ value }) => value.trim() !== "");
}

/** The grants in the draft. */
export function grantsOf({ grants, scopes }: ClientDraft): readonly GrantType[] {
  return grants ?? defaultGrants(scopes);
}

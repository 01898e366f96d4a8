import { z } from "zod";
import {
  bounds,
  clientTypes,
  defaultGrants,
  type GrantType,
  grantTypes,
} from "@/lib/clients/field-schemas";

/** What the form of a client holds, as typed. */
export const clientDraftSchema = z.object({
  name: z.string(),
  description: z.string(),
  /** Separated by commas. */
  tags: z.string(),
  clientType: z.enum(clientTypes),
  baseUrl: z.string(),
  /** One row each; `key` stays with a row while others come and go. */
  redirectUrls: z.array(z.object({ key: z.int(), value: z.string() })),
  scopeType: z.string(),
  scopes: z.array(z.string()),
  /** Null for what the scopes need. */
  grants: z.array(z.enum(grantTypes)).nullable(),
  /** In seconds; null while the field is empty. */
  accessTokenLifetime: z.number().nullable(),
  refreshTokenLifetime: z.number().nullable(),
  /** A new refresh token at each refresh, instead of the same one. */
  rotatesRefreshTokens: z.boolean(),
  requiresPkce: z.boolean(),
});

export type ClientDraft = z.output<typeof clientDraftSchema>;

/** One row of the redirect URLs. */
export type RedirectUrlRow = ClientDraft["redirectUrls"][number];

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

/** The grants that the draft stands for. */
export function grantsOf({ grants, scopes }: ClientDraft): readonly GrantType[] {
  return grants ?? defaultGrants(scopes);
}

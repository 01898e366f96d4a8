import { type ClientDraft, grantsOf, redirectUrlsOf, tagsOf } from "./client-draft";

/** The fields of a draft that can be changed once the client exists. */
export const DRAFT_FIELDS = [
  "name",
  "description",
  "tags",
  "policyUri",
  "tosUri",
  "supportEmail",
  "baseUrl",
  "redirectUrls",
  "scopes",
  "scopeType",
  "grants",
  "accessTokenLifetime",
  "refreshTokenLifetime",
  "rotatesRefreshTokens",
  "requiresPkce",
] as const satisfies readonly (keyof ClientDraft)[];

/** One of {@link DRAFT_FIELDS}. */
export type DraftField = (typeof DRAFT_FIELDS)[number];

/** Whether two drafts would save the same in a field, however it was typed. */
export function isSameField(field: DraftField, one: ClientDraft, other: ClientDraft): boolean {
  return JSON.stringify(savedValue(field, one)) === JSON.stringify(savedValue(field, other));
}

function savedValue(field: DraftField, draft: ClientDraft): unknown {
  if (field === "tags") return tagsOf(draft);
  if (field === "redirectUrls") return redirectUrlsOf(draft);
  if (field === "grants") return grantsOf(draft);
  const value = draft[field];
  return typeof value === "string" ? value.trim() : value;
}

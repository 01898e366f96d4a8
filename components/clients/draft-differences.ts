import { type ClientDraft, grantsOf } from "./client-draft";
import { metaBody, settingsBody } from "./draft-bodies";

/** One field that differs, with both values as people read them. */
export interface DraftDifference {
  label: string;
  before: string;
  after: string;
}

const READERS: readonly (readonly [label: string, read: (draft: ClientDraft) => string])[] = [
  ["Name", (draft) => draft.name],
  ["Description", (draft) => draft.description],
  ["Tags", (draft) => metaBody(draft).meta.tags.join(", ")],
  ["Base URL", (draft) => draft.baseUrl],
  ["Redirect URLs", (draft) => settingsBody(draft).redirect_urls.join("\n")],
  ["Scopes", (draft) => draft.scopes.join("\n")],
  ["Type of the scopes", (draft) => draft.scopeType],
  ["Grants", (draft) => grantsOf(draft).join("\n")],
  ["Offline access token, seconds", (draft) => String(draft.accessTokenLifetime)],
  ["Refresh token, seconds", (draft) => String(draft.refreshTokenLifetime)],
  ["New refresh token at each refresh", (draft) => (draft.rotatesRefreshTokens ? "Yes" : "No")],
  ["PKCE required", (draft) => (draft.requiresPkce ? "Yes" : "No")],
];

/** The fields in which two drafts differ. */
export function draftDifferences(before: ClientDraft, after: ClientDraft): DraftDifference[] {
  return READERS.map(([label, read]) => ({
    label,
    before: read(before),
    after: read(after),
  })).filter((field) => field.before !== field.after);
}

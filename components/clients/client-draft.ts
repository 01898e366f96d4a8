/** What the form for a new client holds. Lifetimes are in seconds. */
export interface ClientDraft {
  name: string;
  description: string;
  /** As typed: separated by commas. */
  tags: string;
  baseUrl: string;
  redirectUrls: readonly RedirectUrlRow[];
  scopes: readonly string[];
  accessTokenLifetime: number;
  refreshTokenLifetime: number;
}

/** One row of the redirect URLs; `key` stays with it while rows come and go. */
export interface RedirectUrlRow {
  key: number;
  value: string;
}

/**
 * What is wrong with a draft, by path: `name`, `redirectUrls.0`, `scopes.2`. The empty path is about
 * the whole form.
 */
export type DraftErrors = Readonly<Record<string, string>>;

export const EMPTY_DRAFT: ClientDraft = {
  name: "",
  description: "",
  tags: "",
  baseUrl: "",
  redirectUrls: [{ key: 0, value: "" }],
  scopes: [],
  accessTokenLifetime: 3600,
  refreshTokenLifetime: 31_536_000,
};

/** The tags of a draft, trimmed, without empty and double ones. */
export function tagsOf(draft: ClientDraft): string[] {
  const tags = draft.tags.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

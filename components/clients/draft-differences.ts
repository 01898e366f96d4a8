import type { useTranslations } from "next-intl";
import { type ClientDraft, grantsOf } from "./client-draft";
import { metaBody, settingsBody } from "./draft-bodies";
import { DRAFT_FIELDS, type DraftField } from "./draft-fields";

type FieldWords = ReturnType<typeof useTranslations<"clientForm.fields">>;

/** One field that differs, with both values as people read them. */
export interface DraftDifference {
  field: DraftField;
  label: string;
  before: string;
  after: string;
}

/** The fields in which two drafts differ. */
export function draftDifferences(
  t: FieldWords,
  before: ClientDraft,
  after: ClientDraft,
): DraftDifference[] {
  const old = valuesOf(t, before);
  const next = valuesOf(t, after);
  return DRAFT_FIELDS.filter((field) => old[field] !== next[field]).map((field) => ({
    field,
    label: t(field),
    before: old[field],
    after: next[field],
  }));
}

function valuesOf(t: FieldWords, draft: ClientDraft): Record<DraftField, string> {
  return {
    name: draft.name,
    description: draft.description,
    tags: metaBody(draft).meta.tags.join(", "),
    policyUri: draft.policyUri,
    tosUri: draft.tosUri,
    supportEmail: draft.supportEmail,
    baseUrl: draft.baseUrl,
    redirectUrls: settingsBody(draft).redirect_urls.join("\n"),
    scopes: draft.scopes.join("\n"),
    scopeType: draft.scopeType,
    grants: grantsOf(draft).join("\n"),
    accessTokenLifetime: String(draft.accessTokenLifetime),
    refreshTokenLifetime: String(draft.refreshTokenLifetime),
    rotatesRefreshTokens: t(draft.rotatesRefreshTokens ? "yes" : "no"),
    requiresPkce: t(draft.requiresPkce ? "yes" : "no"),
  };
}

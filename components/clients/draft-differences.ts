import type { useTranslations } from "next-intl";
import {
  type ClientDraft,
  DRAFT_FIELDS,
  type DraftField,
  isSameField,
  savedValue,
} from "./client-draft";

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
  return DRAFT_FIELDS.filter((field) => !isSameField(field, before, after)).map((field) => ({
    field,
    label: t(field),
    before: textOf(t, before, field),
    after: textOf(t, after, field),
  }));
}

function textOf(t: FieldWords, draft: ClientDraft, field: DraftField): string {
  const value = savedValue(draft, field);
  if (Array.isArray(value)) return value.join(field === "tags" ? ", " : "\n");
  if (typeof draft[field] === "boolean") return t(draft[field] ? "yes" : "no");
  return String(value ?? "");
}

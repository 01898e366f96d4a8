import type { ClientDraft } from "./client-draft";
import { DRAFT_FIELDS, type DraftField, isSameField } from "./client-draft";

/** Whose value of a field that both changed is to be saved. */
export type Choices = Readonly<Partial<Record<DraftField, "mine" | "theirs">>>;

/** The fields that both sides changed since `base`, each to something else. */
export function conflictsOf(
  base: ClientDraft,
  mine: ClientDraft,
  theirs: ClientDraft,
): DraftField[] {
  return DRAFT_FIELDS.filter(
    (field) =>
      !isSameField(field, base, mine) &&
      !isSameField(field, base, theirs) &&
      !isSameField(field, mine, theirs),
  );
}

/**
 * Merges two changes of the same client field by field. Fields that only one side changed keep that change; for
 * fields that both changed, the person chooses. Without a choice, `mine` stays in the form.
 */
export function mergeDrafts(
  base: ClientDraft,
  mine: ClientDraft,
  theirs: ClientDraft,
  choices: Choices = {},
): ClientDraft {
  const conflicts = conflictsOf(base, mine, theirs);
  const merged = { ...mine };
  for (const field of DRAFT_FIELDS) {
    const isTheirs = conflicts.includes(field)
      ? choices[field] === "theirs"
      : isSameField(field, base, mine);
    if (isTheirs) take(merged, theirs, field);
  }
  return merged;
}

function take<Field extends DraftField>(to: ClientDraft, from: ClientDraft, field: Field): void {
  to[field] = from[field];
}

import type { ClientDraft } from "./client-draft";
import type { DraftErrors } from "./draft-errors";
import { DRAFT_FIELDS, isSameField } from "./draft-fields";

/**
 * The errors that still stand: those of fields, and of rows, that hold what was refused. Whoever types
 * is correcting it, and is told again when the form is sent again.
 * @param refused the draft that `errors` are about
 */
export function openErrors(
  errors: DraftErrors,
  refused: ClientDraft,
  draft: ClientDraft,
): DraftErrors {
  const stands = (place: string) => {
    const [name = "", key] = place.split(".");
    if (key !== undefined) return rowOf(refused, key) === rowOf(draft, key);
    const field = DRAFT_FIELDS.find((one) => one === name);
    return field === undefined || isSameField(field, refused, draft);
  };
  return Object.fromEntries(Object.entries(errors).filter(([place]) => stands(place)));
}

function rowOf({ redirectUrls }: ClientDraft, key: string): string | undefined {
  return redirectUrls.find((row) => String(row.key) === key)?.value;
}

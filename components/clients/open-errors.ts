import type { ClientDraft } from "./client-draft";
import { DRAFT_FIELDS, isSameField } from "./client-draft";
import type { DraftErrors } from "./draft-errors";

/**
 * The errors that still apply: those of fields and rows with the rejected value. Once the value changes, the error
 * disappears until the next submission.
 * @param rejected the draft that `errors` are about
 */
export function openErrors(
  errors: DraftErrors,
  rejected: ClientDraft,
  draft: ClientDraft,
): DraftErrors {
  const applies = (place: string) => {
    const [name = "", key] = place.split(".");
    if (key !== undefined) return rowOf(rejected, key) === rowOf(draft, key);
    const field = DRAFT_FIELDS.find((one) => one === name);
    return field === undefined || isSameField(field, rejected, draft);
  };
  return Object.fromEntries(Object.entries(errors).filter(([place]) => applies(place)));
}

function rowOf({ redirectUrls }: ClientDraft, key: string): string | undefined {
  return redirectUrls.find((row) => String(row.key) === key)?.value;
}

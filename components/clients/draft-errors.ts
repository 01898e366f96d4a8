import type { ApiError } from "@/lib/api/client/api-error";
import {
  type ClientDraft,
  DRAFT_FIELDS,
  DRAFT_RULES,
  isSameField,
  typedRows,
} from "./client-draft";
import { problemSentence } from "./use-problem-words";

/**
 * Errors in a draft by path, such as `name` or `redirectUrls.7` (a row's key). The empty path stands for the whole
 * form.
 */
export type DraftErrors = Readonly<Record<string, string>>;

/** An invalid field of a request, `path` as in its body: `redirect_urls.0`. */
interface BodyProblem {
  path: string;
  message: string;
}

/** The API's errors, by field of the draft. */
export function errorsOfAnswer(draft: ClientDraft, { fields, message }: ApiError): DraftErrors {
  return fields.length > 0 ? draftErrors(draft, fields) : { "": message };
}

/** The field of each problem; the first problem of a field counts. */
export function draftErrors(draft: ClientDraft, problems: readonly BodyProblem[]): DraftErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of problems) {
    errors[placeOf(draft, path)] ??= problemSentence(message, subjectOf(draft, path));
  }
  return errors;
}

function placeOf(draft: ClientDraft, path: string): string {
  const [list = "", index] = splitIndex(path);
  const field = DRAFT_FIELDS.find((one) => DRAFT_RULES[one].path === list) ?? "";
  // The form has no control for it beside those of the scopes.
  if (field === "scopeType") return "scopes";
  if (field !== "redirectUrls" || index === undefined) return field;
  const row = typedRows(draft.redirectUrls)[index];
  return row ? `redirectUrls.${row.key}` : field;
}

/** All scopes share one error line, so it names the scope. */
function subjectOf(draft: ClientDraft, path: string): string | undefined {
  const [list, index] = splitIndex(path);
  return list === "scopes.permissions" && index !== undefined ? draft.scopes[index] : undefined;
}

function splitIndex(path: string): [list: string, index: number | undefined] {
  const [, list = path, index] = /^(.*)\.(\d+)$/.exec(path) ?? [];
  return [list, index === undefined ? undefined : Number(index)];
}

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

import { GIVEN_FIELDS, valueAt } from "@/lib/clients/field-values";
import { problemSentence } from "../use-problem-words";
import type { ClientValues } from "./client-values";

/** An invalid field of a request, `path` as in its body: `redirect_urls.0`. */
export interface Problem {
  path: string;
  message: string;
}

/** A place of the form with what is wrong there. Without a place it is about the whole form. */
export interface PlacedProblem {
  place: string;
  message: string;
}

/** Where the form shows each problem, as a sentence. */
export function placeProblems(values: ClientValues, problems: readonly Problem[]): PlacedProblem[] {
  return problems.map(({ path, message }) => {
    const [list, index] = splitIndex(path);
    const field = GIVEN_FIELDS.find((one) => one === list) ?? "root";
    if (index === undefined) {
      // The form has no control for the type of the scopes but theirs.
      const place = field === "scopes.type" ? "scopes.permissions" : field;
      return { place, message: problemSentence(message) };
    }
    if (field === "redirect_urls") {
      const row = typedRows(values.redirect_urls)[index] ?? index;
      return { place: `redirect_urls.${row}`, message: problemSentence(message) };
    }
    // All entries of another list share one error line, so it names the entry.
    const entry = valueAt(values, path);
    return { place: field, message: problemSentence(message, entry ? String(entry) : undefined) };
  });
}

/** The rows that hold something: only these are sent, so an answer numbers only these. */
function typedRows(urls: readonly string[]): number[] {
  return urls.flatMap((url, row) => (url.trim() === "" ? [] : [row]));
}

function splitIndex(path: string): [list: string, index: number | undefined] {
  const [, list = path, index] = /^(.*)\.(\d+)$/.exec(path) ?? [];
  return [list, index === undefined ? undefined : Number(index)];
}

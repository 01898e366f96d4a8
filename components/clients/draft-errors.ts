import type { ApiError } from "@/lib/api-client/api-error";
import { type ClientDraft, typedRows } from "./client-draft";
import { problemSentence } from "./problem-sentence";

/**
 * What is wrong with a draft, by path: `name`, `redirectUrls.7` (a row's key). The empty path is
 * about the whole form.
 */
export type DraftErrors = Readonly<Record<string, string>>;

/** An invalid field of a request, `path` as in its body: `redirect_urls.0`. */
interface BodyProblem {
  path: string;
  message: string;
}

const FIELDS: Readonly<Record<string, string>> = {
  "meta.name": "name",
  "meta.description": "description",
  "meta.tags": "tags",
  client_type: "clientType",
  base_url: "baseUrl",
  redirect_urls: "redirectUrls",
  "scopes.permissions": "scopes",
  "scopes.type": "scopes",
  grants: "grants",
  access_token_lifetime: "accessTokenLifetime",
  refresh_token_lifetime: "refreshTokenLifetime",
  policy_uri: "policyUri",
  tos_uri: "tosUri",
  support_email: "supportEmail",
};

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
  const field = FIELDS[list] ?? "";
  if (field !== "redirectUrls" || index === undefined) return field;
  const row = typedRows(draft)[index];
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

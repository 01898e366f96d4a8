import { redactText } from "@/lib/core/telemetry/redact";
import type { Hidden } from "@/lib/developer-tools/playground/planned-request";

/** A response that was read but not yet redacted. */
export type ReadAnswer = { status: number; headers: Headers; text: string };

const SHOWN_HEADERS = [
  "location",
  "content-type",
  "cache-control",
  "www-authenticate",
  "retry-after",
];
const MAX_BODY = 6_000;

/**
 * Redacts a response for display: the relevant headers and the body, with variables in place of secrets. Anything else
 * that looks like a token is masked too.
 */
export function redactResponse(answer: ReadAnswer, hidden: readonly Hidden[]) {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = hide(value, hidden);
  }
  return { status: answer.status, headers, body: hide(readable(answer), hidden) };
}

function hide(text: string, hidden: readonly Hidden[]): string {
  let redacted = text;
  for (const { name, value } of hidden) {
    // A function, because `$` is special in a replacement string.
    if (value !== "") redacted = redacted.replaceAll(value, () => name);
  }
  return redactText(redacted);
}

// Of a page, only where it leads.
const REFRESH = /<meta http-equiv="refresh"[^>]*>/;

function readable({ headers, text }: ReadAnswer): string {
  if (headers.get("content-type")?.startsWith("text/html")) return REFRESH.exec(text)?.[0] ?? "";
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const laidOut = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return laidOut.length > MAX_BODY ? `${laidOut.slice(0, MAX_BODY)}\n…` : laidOut;
}

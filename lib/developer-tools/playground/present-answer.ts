import type { Hidden } from "@/lib/developer-tools/playground/planned-request";
import { redactText } from "@/lib/kernel/redact";

/** An answer that was read; nothing of it is hidden yet. */
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
 * An answer as it may be shown: the headers that matter and the body, with the names of what is hidden
 * in place of it. What looks like a token and has no name is masked too.
 */
export function presentAnswer(answer: ReadAnswer, hidden: readonly Hidden[]) {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = hide(value, hidden);
  }
  return { status: answer.status, headers, body: hide(readable(answer), hidden) };
}

function hide(text: string, hidden: readonly Hidden[]): string {
  let shown = text;
  for (const { name, value } of hidden) {
    // A replacement is a function, since `$` means something in a replacing string.
    if (value !== "") shown = shown.replaceAll(value, () => name);
  }
  return redactText(shown);
}

function readable({ headers, text }: ReadAnswer): string {
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const laidOut = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return laidOut.length > MAX_BODY ? `${laidOut.slice(0, MAX_BODY)}\n…` : laidOut;
}

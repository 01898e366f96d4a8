import { escapeHtml } from "@/lib/core/pages/escape-html";

/** Two addresses as HTML, with what is between their common start and end marked in each. */
export function markDifference(one: string, other: string): [one: string, other: string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [markBetween(one, start, end), markBetween(other, start, end)];
}

function markBetween(text: string, start: number, end: number): string {
  const middle = text.slice(start, text.length - end);
  const marked = middle === "" ? "" : `<mark>${escapeHtml(middle)}</mark>`;
  return escapeHtml(text.slice(0, start)) + marked + escapeHtml(text.slice(text.length - end));
}

import { hasControl } from "@/lib/core/snippets/has-control";
import { shellQuoted } from "@/lib/core/snippets/shell-quoted";

/**
 * The option of curl that sends a parameter of a form or, with `-G`, of a query: readable if the value can be pasted,
 * otherwise percent-encoded. curl reads a file if `@` comes first, and does not encode names.
 */
export function curlParameter(name: string, value: string): string {
  return /^[\w.-]+$/.test(name) && !hasControl(value)
    ? `--data-urlencode ${shellQuoted(`${name}=${value}`)}`
    : `-d ${shellQuoted(new URLSearchParams([[name, value]]).toString())}`;
}

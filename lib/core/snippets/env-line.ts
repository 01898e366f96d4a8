import { hasControl } from "@/lib/core/snippets/shell-quoted";

/** In place of a value that `.env` files cannot contain. */
const LEFT_OUT = "set-this-variable-yourself";

const NEEDS_NO_QUOTES = /^[\w./:,-]*$/;
// dotenv reads a backslash before the closing quote as part of the value, and the next lines too.
const FITS_SINGLE_QUOTES = /^[^']*(?<!\\)$/;
// None of these is special to all readers.
const FITS_DOUBLE_QUOTES = /^[^$`"\\!]*$/;

/** A line of a `.env` file that Node, dotenv, and shells read alike; a placeholder replaces what no quotes fit. */
export function envLine(name: string, value: string): string {
  return `${name}=${hasControl(value) ? LEFT_OUT : quoted(value)}`;
}

function quoted(value: string): string {
  if (NEEDS_NO_QUOTES.test(value)) return value;
  if (FITS_SINGLE_QUOTES.test(value)) return `'${value}'`;
  return FITS_DOUBLE_QUOTES.test(value) ? `"${value}"` : LEFT_OUT;
}

// Includes surrogates without a partner, which no encoding has.
const CONTROL = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

/** Whether a terminal would act on a character of `text`, or the text would look like another one. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

/** A variable of ours in a command, such as `$TOKEN`, which whoever runs the command sets. */
export type ShellVariable = { readonly name: `$${string}` };

/** In place of text that cannot be pasted into a terminal. */
const LEFT_OUT: ShellVariable = { name: "$UNPRINTABLE" };

// zsh reads `=ls` as the path of a command.
const NEEDS_NO_QUOTES = /^(?!=)[\w./:,=-]+$/;
// An interactive bash reads `!` in double quotes.
const PLAIN_IN_DOUBLE_QUOTES = /^[^$`"\\!]*$/;
// Any other character could belong to the variable: zsh reads `$TOKEN:h` and `$TOKEN[1]`.
const PLAIN_AFTER_VARIABLE = /^[/?&][^$`"\\!]*$/;

/**
 * One word of a command for a POSIX shell, safe to paste into a terminal. Of `parts`, only the variables are expanded.
 * A text with control characters other than line breaks, or with direction characters, becomes `$UNPRINTABLE`.
 */
export function shellQuoted(...parts: readonly (string | ShellVariable)[]): string {
  const pasteable = parts
    .filter((part) => part !== "")
    .map((part) =>
      typeof part === "string" && hasControl(part.replaceAll("\n", "")) ? LEFT_OUT : part,
    );
  if (pasteable.every((part) => typeof part === "string")) {
    const text = pasteable.join("");
    return NEEDS_NO_QUOTES.test(text) ? text : singleQuoted(text);
  }
  const quoted = pasteable.map((part, index) => {
    if (typeof part !== "string") return part.name;
    const isAfterVariable = typeof pasteable[index - 1] === "object";
    const plain = isAfterVariable ? PLAIN_AFTER_VARIABLE : PLAIN_IN_DOUBLE_QUOTES;
    return plain.test(part) ? part : `"${singleQuoted(part)}"`;
  });
  return `"${quoted.join("")}"`;
}

/**
 * Inside single quotes, only the quote itself is special. An interactive bash loses count of quotes over several lines and
 * may read `!` in a later one.
 */
function singleQuoted(text: string): string {
  const special = text.includes("\n") ? /['!]/g : /'/g;
  return `'${text.replace(special, String.raw`'\$&'`)}'`;
}

/**
 * The option of curl that sends a parameter of a form or, with `-G`, of a query: readable if the value can be pasted,
 * otherwise percent-encoded. curl reads a file if `@` comes first, and does not encode names.
 */
export function curlParameter(name: string, value: string): string {
  return /^[\w.-]+$/.test(name) && !hasControl(value)
    ? `--data-urlencode ${shellQuoted(`${name}=${value}`)}`
    : `-d ${shellQuoted(new URLSearchParams([[name, value]]).toString())}`;
}

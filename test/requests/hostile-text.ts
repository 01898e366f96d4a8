import fc from "fast-check";

/** Texts that one of our formats, a shell, or a terminal reads as something other than text. */
export const HOSTILE_TEXTS = [
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's syntax.
  "https://a.example/$(touch${IFS}created)",
  "`touch created`",
  "'; touch created; '",
  '"; touch created; "',
  "x\ntouch created\n",
  "x\rtouch created\r",
  "\u001b[201~\ntouch created\n",
  "\u0003touch created\u0004",
  "\u009b201~\u007f",
  "\u202etouch created\u2066",
  "\ud800",
  "a\0b",
  "!touch !! !-1 !x:p",
  "it's !touch",
  "@/etc/passwd",
  "=@/etc/passwd",
  "-K/etc/passwd",
  "--config=/etc/passwd",
  "=ls",
  "~",
  "~root/*?[a-z]{a,b}[1-3]",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: likewise.
  "$HOME $STATE ${HOME} $1",
  "[$(touch created)]",
  "\\",
  "\\' $HOME",
  "ends with a backslash\\",
  "#no comment",
  " # no comment ",
  "x # no comment",
  '{"a": "b"}',
  "yes",
  "1e3",
  "0x1f",
  "null",
  "%0a%27",
  "\u{1f469}\u200d\u{1f4bb}\u2028\ufeff",
  "",
];

const piece = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(..."'\"`$\\!&;|<>(){}[]*?~#%@=-: \n\r\t\0\u001b\u007f\u009b\u202e"),
  fc.string({ unit: "binary", maxLength: 6 }),
);

/** Text that a stranger may choose: each of {@link HOSTILE_TEXTS}, and any mixture of such pieces. */
export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
);

/** Many such texts: first each of the list, then mixtures. */
export function hostileTexts(count: number): string[] {
  return [...HOSTILE_TEXTS, ...fc.sample(hostileText, count)];
}

/**
 * Characters without a look of their own, as a class of a regular expression (flag u): controls, what programs may leave
 * out when they draw a text (Default_Ignorable_Code_Point of Unicode), blank letters and symbols, and private and invalid
 * code points. The database's `visible_text` has the same list; a test compares the two.
 */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\ufff9-\ufffc\u{13430}-\u{13442}\u{16fe4}\u{1d159}`;

const BLANK = new RegExp(String.raw`^[${INVISIBLE}\p{Z}\p{M}]*$`, "u");

/** Whether a text shows nothing: it is empty, or has only invisible characters, spaces, and marks without a letter. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

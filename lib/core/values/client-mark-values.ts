// Each reaches 4.5:1 with white in both themes.
const COLOURS = [
  "#14513f",
  "#85600e",
  "#3a5f1c",
  "#7a2a56",
  "#1b4f86",
  "#6b3fa0",
  "#8a3b12",
  "#0f5f6b",
] as const;

/** The colour of a client without a logo: always the same, because it comes from the id. */
export function colourOf(clientId: string): string {
  let sum = 0;
  for (const letter of clientId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** The letters of a client without a logo: the first ones of the first two words of its name. */
export function lettersOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, 2)
    .flatMap((word) => [...word].slice(0, 1))
    .join("")
    .toUpperCase();
}

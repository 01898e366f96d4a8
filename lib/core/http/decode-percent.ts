/** Decodes a text that is percent-encoded; null if it is not valid UTF-8 or has a stray `%`. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Parses an address. `URL.canParse` is not used anywhere: once Node 20 has optimized a call of it, it returns false for
 * addresses with Latin-1 letters (https://bücher.example).
 *
 * @param {string} text
 * @param {string} [base] for relative addresses
 * @returns {URL | null} null if it is not an address
 */
export function parseUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Parses an address. Unlike `URL.canParse`, which is wrong for some letters once Node 20 has optimized it.
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

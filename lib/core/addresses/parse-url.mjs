/**
 * Parses an address. `URL.canParse` is not used anywhere: once Node 20 has optimized a call of it, it returns false for
 * addresses with Latin-1 letters (https://bücher.example).
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

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether others can reach a service at an origin: https, not this machine. @param {string | undefined} origin */
export function isPublicAddress(origin) {
  const url = origin ? parseUrl(origin) : null;
  if (!url) return false;
  const { protocol, hostname } = url;
  return protocol === "https:" && !LOOPBACK.test(hostname);
}

import { parseUrl } from "./parse-url.mjs";

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether others can reach a service at this origin: https, and not on this machine. Demo data is not loaded there by
 * default.
 *
 * @param {string | undefined} origin
 * @returns {boolean}
 */
export function isPublicAddress(origin) {
  const url = origin ? parseUrl(origin) : null;
  if (!url) return false;
  const { protocol, hostname } = url;
  return protocol === "https:" && !LOOPBACK.test(hostname);
}

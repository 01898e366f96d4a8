const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether others can reach a service at this origin: https, and not on this machine. Demo data is not loaded there by
 * default.
 *
 * @param {string | undefined} origin
 * @returns {boolean}
 */
export function isPublicAddress(origin) {
  if (!origin || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" && !LOOPBACK.test(hostname);
}

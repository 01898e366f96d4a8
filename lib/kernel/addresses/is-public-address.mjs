const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether an origin is one under which others reach a service: https, and not on this machine. No demo data is
 * loaded there unless asked for.
 *
 * @param {string | undefined} origin
 * @returns {boolean}
 */
export function isPublicAddress(origin) {
  if (!origin || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "https:" && !LOOPBACK.test(hostname);
}

/** By how much the wait may be longer or shorter, as a share of it. */
const SPREAD = 0.4;

/**
 * The value of Retry-After: about so many seconds, but not the same for everybody, so that callers who were turned away
 * together do not come back together.
 */
export function retryAfter(seconds: number): string {
  return String(Math.ceil(seconds * (1 - SPREAD + 2 * SPREAD * Math.random())));
}

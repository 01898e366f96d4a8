/** Visible characters without the number sign: nothing in a request line separates or ends a target. */
const TARGET = /^\/[!-"$-~\x80-\xff]*$/;

const MAX_TARGET_LENGTH = 8192;

/** The path and query of a request target in origin form (RFC 9112 section 3.2.1); null for anything else. */
export function splitTarget(target: string): { path: string; query: string } | null {
  if (target.length > MAX_TARGET_LENGTH || !TARGET.test(target)) return null;
  const at = target.indexOf("?");
  return at < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, at), query: target.slice(at + 1) };
}

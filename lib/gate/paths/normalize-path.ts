import { decodePercent } from "@/lib/core/http/decode-percent";

/** A path as an upstream reads it, or why upstreams may read it in different ways. */
type NormalPath = { segments: readonly string[] } | { problem: string };

const MAX_PATH_LENGTH = 4096;

/** Characters that mean the same with and without percent-encoding (RFC 3986 section 3.3, without `;`). */
const PLAIN = "A-Za-z0-9._~!$&'()*+,=:@-";
const PLAIN_PATH = new RegExp(`^/[/${PLAIN}]*$`);
const ENCODED_PATH = new RegExp(`^/(?:[/${PLAIN}]|%[0-9A-Fa-f]{2})*$`);
/** What encodeURIComponent encodes although it is plain. */
const PLAIN_AFTER_ALL = /%(?:24|26|2B|2C|3A|3D|40)/g;

/**
 * Separators of paths, parameters and queries, the start of another encoding, control characters, and what Windows and
 * databases convert to slashes: U+2044, U+2215, U+29F8, U+2216, U+29F5.
 */
const AMBIGUOUS = /[\p{Cc}/\\;%?#\u2044\u2215\u29f8\u2216\u29f5]/u;
/** Characters that are not shown, such as soft hyphens. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
/** `.`, `..`, and names that some file systems treat as one of them. */
const DOTS = /^[.\s]*$/;
/** With a lookbehind, so that a long run elsewhere costs no more than its length. */
const AT_END = /(?<![.\s])[.\s]+$/;

/**
 * Splits a path into segments in one spelling each: characters that need no percent-encoding have none, all others have
 * it in upper case. A trailing slash does not count, because most upstreams ignore it. A path that two programs could
 * read differently has a problem: empty and dot segments, encoded separators, parameters after a semicolon, control
 * characters, bytes that are not UTF-8, and look-alikes of any of these.
 *
 * @param path without the query
 */
export function normalizePath(path: string): NormalPath {
  if (path.length > MAX_PATH_LENGTH) return { problem: "The path is too long." };
  const isPlain = PLAIN_PATH.test(path);
  if (!isPlain && !ENCODED_PATH.test(path)) {
    return { problem: "The path contains a character that is not allowed in a path." };
  }
  if (path === "/") return { segments: [] };
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const segments = path.slice(1, end).split("/");
  for (const [at, segment] of segments.entries()) {
    if (segment === "") return { problem: "The path contains an empty segment." };
    if (!isPlain && segment.includes("%")) {
      const decoded = decodePercent(segment);
      if (decoded === null) {
        return { problem: "The path contains bytes that are not valid UTF-8." };
      }
      const visiblePath = visible(decoded);
      if (AMBIGUOUS.test(visiblePath)) {
        return { problem: "The path contains an encoded separator or control character." };
      }
      if (DOTS.test(visiblePath)) return dotSegment;
      segments[at] = encodeURIComponent(decoded).replace(PLAIN_AFTER_ALL, decodeURIComponent);
    } else if (DOTS.test(segment)) return dotSegment;
  }
  return { segments };
}

const dotSegment = { problem: "The path contains a segment of dots." };

/**
 * The form in which an upstream that ignores case, compatibility and invisible characters, or dots and spaces at the
 * end of a name would compare a normalized segment.
 */
export function foldSegment(segment: string): string {
  const text = segment.includes("%") ? visible(decodeURIComponent(segment)) : segment;
  return text.toLowerCase().replace(AT_END, "");
}

function visible(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "");
}

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

const SEPARATORS = /[&;]/;
/** All but letters and what separates the parts of a nested name. NUL separates too: PHP ends a name there. */
const DROPPED = /[^a-z[\].\0]/g;
const COMPANY_ID = /(?<![a-z])company[^a-z]*id(?![a-z])/;

/**
 * Whether a query names no company but this one. A name counts in every spelling that a framework might accept, also as
 * a part of another (`filter[company_id]`) and in parts (`company.id`). A query that cannot be read names any company.
 */
export function namesOnlyCompany(query: string, companyId: string): boolean {
  if (query === "") return true;
  for (const pair of query.split(SEPARATORS)) {
    const equals = pair.indexOf("=");
    const name = decodePercent((equals < 0 ? pair : pair.slice(0, equals)).replaceAll("+", " "));
    if (name === null) return false;
    const letters = name.normalize("NFKC").toLowerCase().replace(DROPPED, "");
    if (!COMPANY_ID.test(letters)) continue;
    if (equals < 0 || pair.slice(equals + 1) !== companyId) return false;
  }
  return true;
}

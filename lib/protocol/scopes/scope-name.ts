import { z } from "zod";

export const MAX_SCOPE_LENGTH = 128;

/** Maximum number of scopes of a client or a request. */
export const MAX_SCOPES = 100;

// scope-token of RFC 6749 section 3.3, without the comma, which separates scopes here.
const SCOPE_NAME = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

export function isScopeName(text: string): boolean {
  return text.length <= MAX_SCOPE_LENGTH && SCOPE_NAME.test(text);
}

/** The scopes of a record: sorted, without duplicates. */
export const scopeListSchema = z
  .array(
    z
      .string()
      .refine(
        isScopeName,
        `must be at most ${MAX_SCOPE_LENGTH} printable ASCII characters without space, comma, quote or backslash`,
      ),
  )
  .min(1, "must have at least one scope")
  .max(MAX_SCOPES, `must name at most ${MAX_SCOPES} scopes`)
  .transform((scopes) => [...new Set(scopes)].sort());

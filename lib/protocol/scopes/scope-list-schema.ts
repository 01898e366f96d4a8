import { z } from "zod";
import { isScopeName, MAX_SCOPE_LENGTH, MAX_SCOPES } from "@/lib/protocol/scopes/scope-name";

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

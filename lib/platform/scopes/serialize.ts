import type { JsonObject } from "@/lib/core/json";
import type { ScopeRow } from "@/lib/platform/scopes/repository";
import { type DirectoryScope, directoryScopeSchema } from "@/lib/platform/scopes/schemas";

/** A scope in the format of the API. */
export function serializeScope(row: ScopeRow): DirectoryScope {
  const { name, title, sentence, group, risk, restricted, deprecated, translations } = row;
  const access = row.access === "view" ? "read" : row.access;
  return directoryScopeSchema.parse({
    ...{ name, title, sentence, group, access, risk, restricted, deprecated, translations },
  });
}

/** The fields that a change can alter, for audit rows. */
export function auditedScope(row: ScopeRow): JsonObject {
  const { title, sentence, group, access, risk, restricted, deprecated, translations } =
    serializeScope(row);
  return { title, sentence, group, access, risk, restricted, deprecated, translations };
}

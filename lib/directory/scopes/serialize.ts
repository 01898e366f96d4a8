import type { ScopeRow } from "@/lib/directory/scopes/repository";
import { type DirectoryScope, directoryScopeSchema } from "@/lib/directory/scopes/schemas";
import type { JsonObject } from "@/lib/kernel/json";

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

import { nearestName } from "@/lib/core/http/nearest-name";
import { listScopeNames } from "@/lib/protocol/scopes/repository";

/** A scope that is not in the catalogue, and the most similar name in it. */
export type UnknownScope = { name: string; nearest: string | null };

// Anyone may send a hundred names, and comparing takes time.
const MAX_COMPARED = 10;

/**
 * The scopes that the catalogue lacks. They work all the same, and sellers see their names.
 * @param others names besides the catalogue's that may have been meant
 */
export async function findUnknownScopes(
  names: readonly string[],
  others: readonly string[] = [],
): Promise<UnknownScope[]> {
  if (names.length === 0) return [];
  const scopeNames = await listScopeNames();
  const unknown = names.filter((name) => !scopeNames.includes(name));
  return unknown.map((name, index) => ({
    name,
    nearest: index < MAX_COMPARED ? nearestName(name, [...others, ...scopeNames]) : null,
  }));
}

import { catalogue } from "@/lib/scopes/catalogue";
import { insertScopes } from "@/lib/scopes/repository";

/** Adds the catalogue to the database, at each start. What the platform added or changed stays. */
export function loadCatalogue(): Promise<void> {
  return insertScopes(catalogue);
}

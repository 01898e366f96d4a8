import { catalogue } from "@/lib/scopes/catalogue";
import { upsertScopes } from "@/lib/scopes/repository";

/** Brings the catalogue into the database, at each start. What operators added stays. */
export function loadCatalogue(): Promise<void> {
  return upsertScopes(catalogue);
}

import { catalogue } from "@/lib/scopes/catalogue";
import { storeCatalogue } from "@/lib/scopes/repository";

/** Brings the database's scopes up to date with the catalogue, at each start. What the platform added or changed stays. */
export function loadCatalogue(): Promise<void> {
  return storeCatalogue(catalogue);
}

import { catalogue } from "@/lib/protocol/scopes/catalogue";
import { storeCatalogue } from "@/lib/protocol/scopes/repository";

/** Brings the database's scopes up to date with the catalogue, at each start. What the platform added or changed stays. */
export function loadCatalogue(): Promise<void> {
  return storeCatalogue(catalogue);
}

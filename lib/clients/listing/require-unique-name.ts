import { findLookAlike } from "@/lib/clients/repository";
import type { Database } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";

/**
 * Where an operator reviews listings, rejects a name that looks like that of another listed client. No other client gets
 * such a name until the transaction ends.
 * @throws ServiceError conflict
 */
export async function requireUniqueName(
  tx: Database,
  clientId: string,
  name: string,
): Promise<void> {
  if (!env().reviewListings) return;
  const other = await findLookAlike(tx, clientId, name);
  if (other === null) return;
  throw new ServiceError(
    "conflict",
    `The name ${JSON.stringify(name)} looks like that of a listed extension, ${JSON.stringify(other)}. Choose one that sellers can tell apart from it.`,
  );
}

import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";

const lockLookAlikes = sql<{ name: string }>(
  "lock-look-alikes",
  {},
  `
  SELECT pg_advisory_xact_lock(hashtextextended('listed-name:' || name_skeleton(:name), 0))::text`,
);

const findOther = sql<{ clientId: string; name: string }, { name: string }>(
  "find-look-alike",
  { name: "text" },
  `
  SELECT name FROM clients
  WHERE listing = 'listed' AND deleted_at IS NULL AND name_skeleton(name) = name_skeleton(:name)
    AND client_id <> :clientId
  LIMIT 1`,
);

/** The name of another listed client that looks the same, or null. Until the transaction ends, no one else may ask. */
export async function findLookAlike(
  tx: Database,
  clientId: string,
  name: string,
): Promise<string | null> {
  await lockLookAlikes({ name }, tx);
  const [other] = await findOther({ clientId, name }, tx);
  return other?.name ?? null;
}

/** Where listings are reviewed, rejects a name that looks like that of another one. @throws ServiceError conflict */
export async function requireUniqueName(tx: Database, clientId: string, name: string) {
  if (!env().reviewListings) return;
  const other = await findLookAlike(tx, clientId, name);
  if (other === null) return;
  throw new ServiceError(
    "conflict",
    `The name ${JSON.stringify(name)} looks like that of a listed extension, ${JSON.stringify(other)}. Choose one that sellers can tell apart from it.`,
  );
}

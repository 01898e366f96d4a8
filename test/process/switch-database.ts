import { closePool, configureDatabase } from "@/lib/core/db/pool";

/**
 * Sets the database of this process, and closes a pool that is open to another one. Work that an
 * earlier test file left running may have just opened it.
 */
export async function switchDatabase(url: string): Promise<void> {
  configureDatabase(url);
  await closePool();
}

import { cleanUp } from "@/lib/server/maintenance/clean-up";

/**
 * Deletes what is over, as servers do every hour. The dead tokens are stored like imported ones. The process must have a database.
 * @returns The number of deleted access tokens.
 */
export async function cleanUpTokens(): Promise<number> {
  const deleted = await cleanUp(new AbortController().signal);
  return deleted.access_tokens_0 ?? 0;
}

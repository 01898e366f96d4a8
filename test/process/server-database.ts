import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { runningDatabaseUrl } from "@/lib/core/db/embedded/postmaster";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import { configureEnv } from "@/lib/core/env/env";
import { configureOwnerDatabase } from "@/test/process/owner-database";
import type { TestServer } from "@/test/process/servers";

/**
 * Connects this process to the database of a running server, with the server's own keys. The
 * server then knows what the `mint` functions create, and this process can read what the server
 * wrote.
 *
 * @returns a function that closes the connections
 */
export function connectServerDatabase({ dataDir, baseUrl }: ServerFolder): () => Promise<void> {
  const { databasePassword, encryptionKeys, nextauthSecret } = generatedKeys(dataDir);
  const url = runningDatabaseUrl(dataDir, databasePassword);
  if (!url) throw new Error(`No database runs in ${dataDir}`);
  configureEnv({
    BASE_URL: baseUrl,
    DATABASE_URL: url,
    ENCRYPTION_KEYS: encryptionKeys,
    NEXTAUTH_SECRET: nextauthSecret,
    LOG_LEVEL: "silent",
  });
  configureDatabase(url);
  configureOwnerDatabase(url);
  return closePool;
}

type ServerFolder = Pick<TestServer, "dataDir" | "baseUrl">;

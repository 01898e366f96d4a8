import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "@/e2e/support/servers";
import { SERVICE_NAME } from "@/lib/db/embedded/cluster";
import { closePool, configureDatabase } from "@/lib/db/pool";
import { configureEnv } from "@/lib/env";
import { generatedKeys } from "@/lib/generated-keys";

const PORT_LINE = 3;

/**
 * Connects this process to the database of a running server, with the server's own keys: what the
 * `mint` functions make is then known to the server, and what the server wrote can be read here.
 *
 * @returns Closes the connections.
 */
export function connectServerDatabase({ dataDir, baseUrl }: ServerFolder): () => Promise<void> {
  const { databasePassword, encryptionKeys, nextauthSecret } = generatedKeys(dataDir);
  const pidFile = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const port = pidFile.split("\n")[PORT_LINE];
  const url = `postgresql://${SERVICE_NAME}:${encodeURIComponent(databasePassword)}@127.0.0.1:${port}/${SERVICE_NAME}`;
  configureEnv({
    BASE_URL: baseUrl,
    DATABASE_URL: url,
    ENCRYPTION_KEYS: encryptionKeys,
    NEXTAUTH_SECRET: nextauthSecret,
    LOG_LEVEL: "silent",
  });
  configureDatabase(url);
  return closePool;
}

type ServerFolder = Pick<TestServer, "dataDir" | "baseUrl">;

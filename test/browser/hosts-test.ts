import { rm } from "node:fs/promises";
import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { runningDatabaseUrl } from "@/lib/core/db/embedded/postmaster";
import { test as base } from "@/test/browser/test";
import { newInstance, spawnServer, stopServer, untilReady } from "@/test/process/server-process";

/** The origins of two servers of one installation: the fast lane ahead of Next, and Next alone. */
type Hosts = { lane: string; next: string };

/** The test for what both hosts must answer alike. The second server starts once, and also calls itself by the first's address. */
export const test = base.extend<object, { hosts: Hosts }>({
  hosts: [
    async ({ server: { dataDir, baseUrl } }, use) => {
      const { databasePassword, encryptionKeys, nextauthSecret } = generatedKeys(dataDir);
      const instance = await newInstance();
      const second = spawnServer(instance, {
        env: {
          BASE_URL: baseUrl,
          DATABASE_URL: runningDatabaseUrl(dataDir, databasePassword) ?? "",
          ENCRYPTION_KEYS: encryptionKeys,
          NEXTAUTH_SECRET: nextauthSecret,
          DEMO: "1",
          FAST_LANE: "0",
        },
      });
      await untilReady(second);
      await use({ lane: baseUrl, next: instance.baseUrl });
      await stopServer(second);
      await rm(instance.dataDir, { recursive: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";

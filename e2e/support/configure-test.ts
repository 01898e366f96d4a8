import { inject } from "vitest";
import { configureDatabase } from "@/lib/db/pool";
import { configureEnv } from "@/lib/env";

const databaseUrl = inject("databaseUrl");

configureEnv({
  BASE_URL: "http://127.0.0.1:3000",
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  NEXTAUTH_SECRET: "not-a-secret-only-for-tests-0123456789",
  LOG_LEVEL: "silent",
});
configureDatabase(databaseUrl);

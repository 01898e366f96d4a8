import { inject } from "vitest";
import { configureEnv, type Env } from "@/lib/core/env/env";

/** The environment of tests without the database, which is separate for each run. */
export const TEST_VARIABLES = {
  BASE_URL: "http://127.0.0.1:3000",
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  NEXTAUTH_SECRET: "not-a-secret-only-for-tests-0123456789",
  LOG_LEVEL: "silent",
  // For the sample API; test databases get no demo data.
  DEMO: "1",
};

/**
 * Configures the environment for tests in this process; `variables` overrides what a test cares
 * about.
 */
export function configureTestEnv(variables: Readonly<Record<string, string>> = {}): Env {
  return configureEnv({
    ...TEST_VARIABLES,
    DATABASE_URL: inject("databaseUrl"),
    ...variables,
  });
}

import { inject } from "vitest";
import { configureTestEnv } from "@/e2e/support/test-env";
import { configureDatabase } from "@/lib/db/pool";

configureTestEnv();
configureDatabase(inject("databaseUrl"));

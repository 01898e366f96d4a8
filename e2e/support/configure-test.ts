import { inject } from "vitest";
import { configureOwnerDatabase } from "@/e2e/support/owner-database";
import { configureTestEnv } from "@/e2e/support/test-env";
import { configureDatabase } from "@/lib/db/pool";

configureTestEnv();
configureDatabase(inject("databaseUrl"));
configureOwnerDatabase(inject("ownerDatabaseUrl"));

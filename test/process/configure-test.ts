import { inject } from "vitest";
import { configureDatabase } from "@/lib/kernel/db/pool";
import { configureOwnerDatabase } from "@/test/process/owner-database";
import { configureTestEnv } from "@/test/process/test-env";

configureTestEnv();
configureDatabase(inject("databaseUrl"));
configureOwnerDatabase(inject("ownerDatabaseUrl"));

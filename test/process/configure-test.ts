import { inject } from "vitest";
import { closePool } from "@/lib/core/db/pool";
import { forgetProcessState } from "@/lib/core/process/process-state";
import { configureOwnerDatabase } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";
import { configureTestEnv } from "@/test/process/test-env";

// Files run in one process after the other, each as if the process had just started.
await closePool();
forgetProcessState();
configureTestEnv();
await switchDatabase(inject("databaseUrl"));
configureOwnerDatabase(inject("ownerDatabaseUrl"));

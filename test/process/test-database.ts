import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { startEmbeddedDatabase } from "@/lib/core/db/embedded/start";
import { migrate } from "@/lib/core/db/migrate";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the migrated database that all test files share, for the service's role. */
    databaseUrl: string;
    /** The same for the role that owns it. */
    ownerDatabaseUrl: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run, like the service itself, and removes it afterwards.
 * Tests share its database, and each creates its own organization.
 */
export default async function startTestDatabase(
  project: TestProject,
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-test-"));
  // When root runs this, the database's account must be able to pass through.
  await chmod(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, password: "test", durable: false });
  const remove = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true });
  };
  try {
    await migrate(database.url, "prisma/migrations", APPLICATION_ROLE);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide("databaseUrl", database.applicationUrl);
  project.provide("ownerDatabaseUrl", database.url);
  return remove;
}

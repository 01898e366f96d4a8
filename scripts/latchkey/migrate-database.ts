import { configureEnv } from "@/lib/core/env/env";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { print } from "@/scripts/step.mjs";
import { UsageError } from "./command";

/** Applies missing migrations and grants the service's role its rights, as a start does, and does not serve. */
export async function run(args: string[]): Promise<boolean> {
  if (args.length > 0) throw new UsageError();
  const database = await openDatabase(configureEnv());
  try {
    print(`Migrations: ${await migrateDatabase(database)}`);
  } finally {
    await database.close();
  }
  return true;
}

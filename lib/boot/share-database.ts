import { openDatabase } from "@/lib/boot/open-database";
import { runningDatabaseUrl } from "@/lib/kernel/db/embedded/running";
import { closePool, configureDatabase } from "@/lib/kernel/db/pool";
import type { Env } from "@/lib/kernel/env";
import { generatedKeys } from "@/lib/kernel/generated-keys";
import { LockHeldError, takeInstanceLock } from "@/lib/kernel/lock.mjs";
import { StartupError } from "@/lib/kernel/startup-error";

/**
 * Opens the database for a command that may run beside the service: the embedded one is shared with a
 * service that runs, and started for as long as the command takes when none does. Who has its keys owns
 * it, and a version that has not served yet has given the service's role nothing: so it is the owner's here.
 * @param command what it is, for whoever starts the service meanwhile
 * @returns Closes it.
 * @throws StartupError while a service is on its way up or down
 */
export async function shareDatabase(
  environment: Env,
  command: string,
): Promise<() => Promise<void>> {
  if (environment.databaseUrl) return (await openDatabase(environment)).close;
  const release = tryInstanceLock(environment.dataDir, command);
  if (release) {
    const { close, ownerUrl } = await openDatabase(environment);
    configureDatabase(ownerUrl);
    return () => close().finally(release);
  }
  const { databasePassword } = generatedKeys(environment.dataDir);
  const url = runningDatabaseUrl(environment.dataDir, databasePassword);
  if (!url) {
    throw new StartupError(
      `Latchkey is starting or stopping on ${environment.dataDir}. Try again in a moment.`,
    );
  }
  configureDatabase(url);
  return closePool;
}

function tryInstanceLock(dataDir: string, command: string): (() => void) | null {
  try {
    return takeInstanceLock(dataDir, command);
  } catch (error) {
    if (error instanceof LockHeldError) return null;
    throw error;
  }
}

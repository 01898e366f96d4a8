import { generatedKeys } from "@/lib/core/crypto/generated-keys";
import { runningDatabaseUrl } from "@/lib/core/db/embedded/postmaster";
import { closePool, configureDatabase } from "@/lib/core/db/pool";
import type { Env } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/env/startup-error";
import { LockHeldError, takeInstanceLock } from "@/lib/core/process/lock.mjs";
import { openDatabase } from "@/lib/server/open-database";

/**
 * Opens the database for a command that may run alongside the service: it shares the embedded one with a running
 * service, or else starts it for the duration of the command. The command works as the owner, because a version that
 * has not served yet has not granted the service's role any rights.
 * @param command its name, for anyone who starts the service meanwhile
 * @returns Closes it.
 * @throws StartupError while a service is starting or stopping
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
      `Latchkey is starting up or shutting down on ${environment.dataDir}. Try again in a few seconds.`,
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

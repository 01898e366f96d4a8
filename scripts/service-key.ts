import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { runningAddress } from "@/lib/kernel/lock.mjs";
import { StartupError } from "@/lib/kernel/startup-error";
import { type KeyCommand, runKeyCommand } from "@/lib/service-keys/run-key-command";

/**
 * Runs a command about service keys and prints its result, or what is wrong.
 *
 * @returns Whether it was done.
 */
export async function printKeyCommand(command: KeyCommand): Promise<boolean> {
  try {
    const environment = configureEnv();
    const { PORT, BASE_URL, CLUSTER_URL } = process.env;
    // A shell without these variables does not know where the instance listens.
    const running = PORT || BASE_URL || CLUSTER_URL ? null : runningAddress(environment.dataDir);
    const address = running ?? environment.clusterUrl;
    const tokenUrl = `${address}/service/panel/authentication/v1.0/platform/oauth/token`;
    const close = await shareDatabase(environment, "npm run service-key");
    process.stdout.write(await runKeyCommand(command, tokenUrl).finally(close));
    return true;
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof ServiceError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

import { configureEnv, unknownSettings } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { checkProvider } from "@/lib/provider/check-provider";

/**
 * Checks the settings of the sign-in provider and reads its discovery document, and prints the result.
 *
 * @returns Whether people can sign in there, as far as the document shows.
 */
export async function printProviderCheck(): Promise<boolean> {
  try {
    const { provider } = configureEnv();
    for (const warning of unknownSettings()) process.stderr.write(`Warning: ${warning}\n`);
    if (!provider) {
      process.stderr.write("There is no sign-in provider. Set OIDC_ISSUER as for the service.\n");
      return false;
    }
    const { isUsable, summary } = await checkProvider();
    (isUsable ? process.stdout : process.stderr).write(`Provider: ${summary}\n`);
    return isUsable;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

import { configureEnv, unknownSettings } from "@/lib/core/env/env";
import { checkProvider } from "@/lib/platform/provider/check-provider";
import { UsageError } from "./command";

/** Checks the settings of the sign-in provider, reads its discovery document, and prints whether people can sign in. */
export async function run(args: string[]): Promise<boolean> {
  if (args.length > 0) throw new UsageError();
  const { provider } = configureEnv();
  for (const warning of unknownSettings()) process.stderr.write(`Warning: ${warning}\n`);
  if (!provider) {
    process.stderr.write("There is no sign-in provider. Set OIDC_ISSUER as for the service.\n");
    return false;
  }
  const { isUsable, summary } = await checkProvider();
  (isUsable ? process.stdout : process.stderr).write(`Provider: ${summary}\n`);
  return isUsable;
}

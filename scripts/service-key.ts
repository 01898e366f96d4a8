import { shareDatabase } from "@/lib/boot/share-database";
import { transaction } from "@/lib/kernel/db/client";
import { configureEnv, env } from "@/lib/kernel/env";
import { serviceScopes } from "@/lib/kernel/platform-permissions";
import { StartupError } from "@/lib/kernel/startup-error";
import { createServiceKeyFromShell } from "@/lib/service-keys/create-service-key";
import { createServiceKeySchema } from "@/lib/service-keys/schemas";

const ALL_BUT_GATE = serviceScopes.filter((scope) => scope !== "platform/gate");

/**
 * Creates a service key and prints its id and secret, or says what is wrong with the name or scopes.
 *
 * @param scopes all except platform/gate if empty
 * @returns Whether it was created.
 */
export async function printNewServiceKey(name: string, scopes: string[]): Promise<boolean> {
  const wanted = scopes.length > 0 ? scopes : ALL_BUT_GATE;
  const key = createServiceKeySchema.safeParse({ name, scopes: wanted });
  if (!key.success) {
    const faults = key.error.issues.map(({ path, message }) => `${path.join(".")} ${message}\n`);
    process.stderr.write(faults.join(""));
    return false;
  }
  try {
    const close = await shareDatabase(configureEnv(), "npm run service-key");
    const made = await transaction((tx) => createServiceKeyFromShell(tx, key.data)).finally(close);
    process.stdout.write(explain(made, key.data.scopes));
    return true;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function explain(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  scopes: readonly string[],
): string {
  return [
    "The service key was created. Its secret is shown only now:",
    `  client_id      ${clientId}`,
    `  client_secret  ${clientSecret}`,
    `  scopes         ${scopes.join(" ")}`,
    `  token_url      ${env().baseUrl}/service/panel/authentication/v1.0/platform/oauth/token`,
    "",
  ].join("\n");
}

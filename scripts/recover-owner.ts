import { offerRecoveryLink } from "@/lib/accounts/recovery/offer-recovery-link";
import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";

/**
 * Prints a link with which a person sets a new password, or why there is none.
 *
 * @returns Whether there is one.
 */
export async function printRecoveryLink(email: string): Promise<boolean> {
  try {
    const close = await shareDatabase(configureEnv(), "npm run owner:recover");
    const link = await offerRecoveryLink(email).finally(close);
    process.stdout.write(link ? explain(email, link) : "");
    if (!link)
      process.stderr.write(
        `There is no account with a password for ${email}. Check the address.\n`,
      );
    return link !== null;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function explain(email: string, link: string): string {
  return [
    `With this link, ${email} can set a new password. It turns off the second factor and signs out every browser.`,
    "It works once, within an hour:",
    `  ${link}`,
    "",
  ].join("\n");
}

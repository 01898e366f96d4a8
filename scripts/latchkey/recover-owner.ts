import { offerRecoveryLink } from "@/lib/identity/account/recovery/offer-recovery-link";
import { UsageError, withDatabase } from "./command";

/** Prints a link with which a person sets a new password, or says why it cannot. */
export async function run([email]: string[]): Promise<boolean> {
  if (!email) throw new UsageError();
  const link = await withDatabase("owner recover", () => offerRecoveryLink(email));
  if (link) process.stdout.write(explain(email, link));
  else {
    process.stderr.write(`There is no account with a password for ${email}. Check the address.\n`);
  }
  return link !== null;
}

function explain(email: string, link: string): string {
  return [
    `With this link, ${email} can set a new password. It turns off the second factor and signs out every browser.`,
    "It works once, within an hour:",
    `  ${link}`,
    "",
  ].join("\n");
}

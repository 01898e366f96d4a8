import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { verifyOrganization } from "@/lib/organizations/verify-organization";

/**
 * Marks an organization as verified, or undoes it, and prints what consent pages show.
 *
 * @returns Whether the organization exists.
 */
export async function noteVerification(
  organizationId: string,
  verified: boolean,
): Promise<boolean> {
  try {
    const close = await shareDatabase(configureEnv(), "npm run organization:verify");
    const name = await verifyOrganization(organizationId, verified).finally(close);
    if (name) process.stdout.write(`${explain(name, verified)}\n`);
    else process.stderr.write(`There is no organization ${organizationId}.\n`);
    return name !== null;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

function explain(name: string, verified: boolean): string {
  return verified
    ? `${name} is verified. Consent pages now show sellers that you have verified this organization.`
    : `${name} is no longer verified. Consent pages now warn sellers about it.`;
}

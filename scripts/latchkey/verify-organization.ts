import { parseArgs } from "node:util";
import { verifyOrganization } from "@/lib/tenants/organizations/verify-organization";
import { UsageError, withDatabase } from "./command";

/** Marks an organization as verified, or undoes it, and prints what consent pages show. */
export async function run(args: string[]): Promise<boolean> {
  const options = { undo: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [organizationId, ...others] = positionals;
  if (!organizationId || others.length > 0) throw new UsageError();
  const verified = !values.undo;
  const name = await withDatabase("organization verify", () =>
    verifyOrganization(organizationId, verified),
  );
  if (name) process.stdout.write(`${explain(name, verified)}\n`);
  else process.stderr.write(`There is no organization ${organizationId}.\n`);
  return name !== null;
}

function explain(name: string, verified: boolean): string {
  return verified
    ? `${name} is verified. Consent pages now show sellers that you have verified this organization.`
    : `${name} is no longer verified. Consent pages now warn sellers about it.`;
}

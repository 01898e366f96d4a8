import { parseArgs } from "node:util";
import { type LogVerdict, verifyInstallation } from "@/lib/audit/verify-installation";
import { withDatabase } from "./command";

/**
 * Verifies the audit logs of the platform and of each organization, or of one, and prints the results. Fails unless there
 * was a log and every one was intact.
 */
export function run(args: string[]): Promise<boolean> {
  const [organizationId] = parseArgs({ args, allowPositionals: true }).positionals;
  return withDatabase("audit verify", () => report(organizationId));
}

async function report(organizationId: string | undefined): Promise<boolean> {
  let [intact, broken] = [0, 0];
  for await (const verdict of verifyInstallation(organizationId)) {
    if (verdict.broken) {
      broken += 1;
      process.stderr.write(`${verdict.broken.message}\n`);
    } else {
      intact += 1;
      process.stdout.write(`${describeIntact(verdict)}\n`);
    }
  }
  if (organizationId !== undefined && intact + broken === 0) {
    process.stderr.write(
      `Organization ${organizationId} has no audit log. The id is part of the URL of its pages.\n`,
    );
    return false;
  }
  process.stdout.write(`${intact} intact, ${broken} broken.\n`);
  return broken === 0;
}

function describeIntact({ organization_id: id, entries, erased, hash }: LogVerdict): string {
  return [
    `${id ? `Organization ${id}` : "Platform"}: ${entries} rows, intact.`,
    hash && `Last hash ${hash}`,
    erased > 0 && `(${erased} personal values erased)`,
  ]
    .filter(Boolean)
    .join(" ");
}

import { parseArgs } from "node:util";
import { revokeOpenCredentials } from "@/lib/server/backup/revoke-open-credentials";
import { UsageError, withDatabase } from "./command";

/** Ends what a restore made usable again, and prints how many of each kind. */
export async function run(args: string[]): Promise<boolean> {
  const flag = { type: "boolean", default: false } as const;
  const options = { since: { type: "string" }, tokens: flag, sessions: flag } as const;
  const { values } = parseArgs({ args, options });
  const { since: text, tokens, sessions } = values;
  const since = text === undefined ? new Date() : new Date(text);
  if (Number.isNaN(since.getTime())) {
    throw new UsageError(`"${text}" is not a time, such as 2026-11-24T03:12:00Z.`);
  }
  const ended = await withDatabase("restored", () =>
    revokeOpenCredentials(since, { tokens, sessions }),
  );
  for (const [kind, count] of Object.entries(ended)) {
    process.stdout.write(`${count} ${kind.replaceAll("_", " ")} ended\n`);
  }
  return true;
}

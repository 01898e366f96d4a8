import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { drillBackup } from "@/lib/server/backup/drill-backup";
import { UsageError } from "./command";
import { keysOfBackup } from "./keys-of-backup";

/** Restores a backup in a scratch database and prints a verdict. Does not touch the installation. */
export async function run(args: string[]): Promise<boolean> {
  const text = { type: "string" } as const;
  const options = { database: text, "token-file": text } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (!folder || others.length > 0) throw new UsageError();
  const tokenFile = values["token-file"];
  const token = tokenFile === undefined ? undefined : readFileSync(tokenFile, "utf8").trim();
  const begin = performance.now();
  const isGood = await drillBackup(
    { folder, keys: keysOfBackup(folder), databaseUrl: values.database, token },
    (isPassed, name, sentence) =>
      process.stdout.write(`${isPassed ? "ok  " : "FAIL"} ${name}: ${sentence}\n`),
  );
  const seconds = Math.round((performance.now() - begin) / 1000);
  process.stdout.write(
    isGood
      ? `PASSED in ${seconds} s. This backup can be restored.\n`
      : `FAILED in ${seconds} s. Do not rely on this backup.\n`,
  );
  return isGood;
}

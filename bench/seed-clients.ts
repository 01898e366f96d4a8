import {
  analyze,
  hasTables,
  mintBenchOrganization,
  removeBenchOrganizations,
} from "@/bench/bench-organization";
import { isServiceUp, signInMember } from "@/bench/service-member";
import { type ListTiming, readByOperation, timeLists } from "@/bench/time-lists";
import { shareDatabase } from "@/lib/boot/share-database";
import { configureEnv, env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";
import { say } from "@/scripts/step.mjs";

/** The number of clients for comparison. */
const FEW = 1_000;

/** The maximum acceptable slowdown. */
const BOUND = 3;

/**
 * Fills two organizations with clients, one of them with a thousand, in the installation's database, and prints how
 * long lists and searches take in each.
 *
 * @param remove Removes both organizations instead.
 * @returns Whether nothing that should be bounded took more than three times as long.
 */
export async function benchClientList(count: number, remove: boolean): Promise<boolean> {
  try {
    const close = await shareDatabase(configureEnv(), "npm run bench:seed");
    return await run(count, remove).finally(close);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

async function run(count: number, remove: boolean): Promise<boolean> {
  const { databaseUrl, dataDir } = env();
  say(`Database: ${databaseUrl ? "DATABASE_URL" : `the embedded one of ${dataDir}`}`);
  if (!(await hasTables())) {
    throw new StartupError("The database is not migrated. Start Latchkey once: npm start");
  }
  if (remove) {
    say(`Removed ${await removeBenchOrganizations()} organizations with their clients.`);
    return true;
  }
  const few = await seed(FEW);
  const many = await seed(count);
  await analyze();
  const byOperation = await timeLists(few, many, readByOperation);
  say(report("Operation alone, in ms", byOperation, count));
  const answers = await timeAnswers(few, many);
  if (answers) say(report("Over HTTP, in ms", answers, count));
  else say(`No service is running at ${env().baseUrl}, so HTTP responses are not timed.`);
  const slow = [...byOperation, ...(answers ?? [])].filter(
    ({ bounded, fewMs, manyMs }) => bounded && manyMs > BOUND * fewMs,
  );
  for (const { name } of slow) say(`More than ${BOUND} times slower: ${name}`);
  return slow.length === 0;
}

/** What a member waits for over HTTP; null if no service is running. All of it should be bounded. */
async function timeAnswers(few: string, many: string): Promise<ListTiming[] | null> {
  if (!(await isServiceUp())) return null;
  const member = await signInMember(few);
  try {
    const timings = await timeLists(few, many, member.list);
    return timings.map((timing) => ({ ...timing, bounded: true }));
  } finally {
    await member.leave();
  }
}

async function seed(count: number): Promise<string> {
  const begin = performance.now();
  const { organizationId, isNew } = await mintBenchOrganization(count);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const how = isNew ? `seeded in ${seconds} s` : "kept from an earlier run";
  say(`Organization ${organizationId}: ${count} clients, ${how}`);
  return organizationId;
}

function report(title: string, timings: readonly ListTiming[], count: number): string {
  const lines = timings.map(({ name, bounded, fewMs, manyMs }) =>
    [
      name.padEnd(46),
      fewMs.toFixed(2).padStart(9),
      manyMs.toFixed(2).padStart(10),
      (manyMs / fewMs).toFixed(2).padStart(7),
      bounded ? `  ${BOUND}` : "  -",
    ].join(""),
  );
  const head = `${title.padEnd(46)}${String(FEW).padStart(9)}${String(count).padStart(10)}${"ratio".padStart(7)}  bound`;
  return ["", head, ...lines].join("\n");
}

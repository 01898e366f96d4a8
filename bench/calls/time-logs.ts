import { openPage } from "@/bench/calls/open-page";
import { callOperations } from "@/bench/calls/operations";
import { callPages } from "@/bench/calls/pages";
import type { CallReaders } from "@/bench/calls/seed-owners";
import { median } from "@/bench/median";
import { closePool, configureDatabase } from "@/lib/kernel/db/pool";

/** The logs take turns this often, so that other work on the machine affects both. */
const TURNS = 4;
const ROUNDS = 10;
const WARM_UP = 5;

/** An API log with the server that shows it. */
export interface ServedLog {
  readonly databaseUrl: string;
  readonly origin: string;
  readonly readers: CallReaders;
}

/** How long something took in each log: medians, in milliseconds. */
export interface Timing {
  readonly name: string;
  readonly inLogs: readonly number[];
}

/** Times each operation and each page in all logs. */
export async function timeLogs(logs: readonly ServedLog[]): Promise<Timing[]> {
  const times = new Map<string, number[][]>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, log] of logs.entries()) {
      for (const [name, run] of await measuresOf(log)) {
        const inLogs = times.get(name) ?? logs.map(() => []);
        inLogs[index]?.push(...(await timeRounds(run)));
        times.set(name, inLogs);
      }
    }
  }
  return Array.from(times, ([name, inLogs]) => ({ name, inLogs: inLogs.map(median) }));
}

async function measuresOf({ databaseUrl, origin, readers }: ServedLog) {
  await closePool();
  configureDatabase(databaseUrl);
  const operations = callOperations(readers).map(({ name, run }) => [name, run] as const);
  const pages = callPages(readers).map(
    (page) => [page.name, () => openPage(origin, page)] as const,
  );
  return [...operations, ...pages];
}

async function timeRounds(run: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await run();
    if (round >= 0) times.push(performance.now() - begin);
  }
  return times;
}

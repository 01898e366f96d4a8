import { median } from "@/bench/median";
import { closePool, configureDatabase } from "@/lib/core/db/pool";

/** The stores take turns this often, so that other work on the machine affects all. */
const TURNS = 4;
const ROUNDS = 10;
const WARM_UP = 5;

/** Something to time. */
export interface Measure {
  readonly name: string;
  /** Whether it is known to take longer as more is stored. */
  readonly mayGrow?: boolean;
  readonly run: () => Promise<unknown>;
}

/** A filled database and what to time in it; `measures` runs with its pool open. */
export interface Store {
  readonly databaseUrl: string;
  readonly measures: () => Promise<readonly Measure[]>;
}

/** How long something took in each store: medians, in milliseconds. */
export interface Timing {
  readonly name: string;
  readonly mayGrow: boolean;
  readonly inStores: readonly number[];
}

/** Times the same things in all stores. */
export async function timeStores(stores: readonly Store[]): Promise<Timing[]> {
  const times = new Map<string, { mayGrow: boolean; inStores: number[][] }>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { databaseUrl, measures }] of stores.entries()) {
      await closePool();
      configureDatabase(databaseUrl);
      for (const { name, mayGrow = false, run } of await measures()) {
        const timed = times.get(name) ?? { mayGrow, inStores: stores.map(() => []) };
        timed.inStores[index]?.push(...(await timeRounds(run)));
        times.set(name, timed);
      }
    }
  }
  return Array.from(times, ([name, { mayGrow, inStores }]) => {
    return { name, mayGrow, inStores: inStores.map(median) };
  });
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

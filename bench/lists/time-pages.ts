/** The stores take turns this often, so that other work on the machine affects all. */
const TURNS = 4;
const ROUNDS = 10;
const WARM_UP = 5;

/** A page or response that a person waits for. */
export interface Page {
  readonly name: string;
  readonly path: string;
  /** Value of a Cookie header. */
  readonly cookie: string;
  /** Whether it is known to take longer as more is stored. */
  readonly mayGrow?: boolean;
}

/** A server on a filled database, and its pages. */
export interface Store {
  readonly origin: string;
  readonly pages: readonly Page[];
  stop(): Promise<void>;
}

/** How long a page took in each store: medians, in milliseconds. */
export interface Timing {
  readonly name: string;
  readonly mayGrow: boolean;
  readonly inStores: readonly number[];
}

/** Times the same pages in all stores. */
export async function timePages(stores: readonly Store[]): Promise<Timing[]> {
  const times = new Map<string, { mayGrow: boolean; inStores: number[][] }>();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, { origin, pages }] of stores.entries()) {
      for (const page of pages) {
        const { name, mayGrow = false } = page;
        const timed = times.get(name) ?? { mayGrow, inStores: stores.map(() => []) };
        timed.inStores[index]?.push(...(await timeRounds(origin, page)));
        times.set(name, timed);
      }
    }
  }
  return Array.from(times, ([name, { mayGrow, inStores }]) => {
    return { name, mayGrow, inStores: inStores.map(median) };
  });
}

async function timeRounds(origin: string, page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await openPage(origin, page);
    if (round >= 0) times.push(performance.now() - begin);
  }
  return times;
}

/** @throws Error if the page is not found or not allowed */
async function openPage(origin: string, { path, cookie }: Page): Promise<void> {
  const answer = await fetch(`${origin}${path}`, { headers: { cookie }, redirect: "manual" });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

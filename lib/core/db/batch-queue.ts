import { classifyOutage, QUEUE_FULL, WAITED_TOO_LONG } from "@/lib/core/db/outage";
import { sqlStateOf } from "@/lib/core/db/sql-state";
import { countShedRequests } from "@/lib/core/telemetry/shed-requests";

export type BatchOptions<Item, Row> = {
  /** Runs one statement for all items and returns the row of each, in their order; undefined for none. */
  run: (items: readonly Item[]) => Promise<(Row | undefined)[]>;
  /** Items with the same key never run at the same time; null: with any. */
  keyOf: (item: Item) => string | null;
  /** Only items of the same group run in the same statement. */
  groupOf: (item: Item) => number;
  /** Statements that run at the same time. */
  lanes: number;
  /** How long a statement may run before a second one may start even if it is not full, in milliseconds. */
  patienceMs: number;
  /** Items of one statement. */
  maxItems: number;
  /** Items that wait; more are rejected. */
  maxWaiting: number;
  /** How long an item waits for its statement to start, in milliseconds. */
  maxWaitMs: number;
};

type Entry<Item, Row> = {
  item: Item;
  key: string | null;
  group: number;
  /** By `performance.now()`. */
  expiresAt: number;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

/**
 * Collects items that arrive while others run, and runs them together in one statement.
 *
 * - While a statement runs, a second one starts only if it is full or the last one takes long: fewer, fuller statements
 *   cost less, and a statement that waits for a lock does not hold up others for long.
 * - An item only joins a statement that starts after it arrived, so no result is older than its request.
 * - If a statement fails because of its data, a deadlock or a conflict, none of its effects remain, and each of its
 *   items runs again alone: a bad item does not harm its neighbours.
 * - If the connection is lost or the statement times out, its outcome is unknown. All of its items fail; none is
 *   repeated.
 */
export class BatchQueue<Item, Row> {
  readonly #options: BatchOptions<Item, Row>;
  readonly #busyKeys = new Set<string>();
  #waiting: Entry<Item, Row>[] = [];
  #running = 0;
  #isScheduled = false;
  #expiry: NodeJS.Timeout | undefined;
  #isSlow = false;
  readonly #patience: NodeJS.Timeout;

  constructor(options: BatchOptions<Item, Row>) {
    this.#options = options;
    this.#patience = setTimeout(() => {
      this.#isSlow = true;
      this.#startLanes();
    }, options.patienceMs).unref();
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** The row of this item, if any. @throws Error QUEUE_FULL or WAITED_TOO_LONG, without effect; or the statement's */
  add(item: Item): Promise<Row | undefined> {
    const { maxWaiting, maxWaitMs, keyOf, groupOf } = this.#options;
    if (this.#waiting.length >= maxWaiting) {
      countShedRequests("queue_full");
      return Promise.reject(new Error(QUEUE_FULL));
    }
    return new Promise((resolve, reject) => {
      const expiresAt = performance.now() + maxWaitMs;
      this.#waiting.push({
        item,
        key: keyOf(item),
        group: groupOf(item),
        expiresAt,
        resolve,
        reject,
      });
      this.#schedule();
    });
  }

  // After the current round of the event loop, so that requests which arrived together share a statement.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startLanes();
    });
  }

  #startLanes(): void {
    while (this.#mayStart()) {
      const batch = this.#take();
      if (batch.length === 0) break;
      this.#running += 1;
      this.#isSlow = false;
      this.#patience.refresh();
      void this.#runLane(batch);
    }
    this.#watchExpiry();
  }

  #mayStart(): boolean {
    const { lanes, maxItems } = this.#options;
    if (this.#running === 0) return true;
    return this.#running < lanes && (this.#isSlow || this.#waiting.length >= maxItems);
  }

  /** The oldest item whose key is free, and the next ones of its group. */
  #take(): Entry<Item, Row>[] {
    const batch: Entry<Item, Row>[] = [];
    const remaining: Entry<Item, Row>[] = [];
    for (const entry of this.#waiting) {
      const { key, group } = entry;
      const isFree = key === null || !this.#busyKeys.has(key);
      const fits = batch.length < this.#options.maxItems && (batch[0] ?? entry).group === group;
      if (!fits || !isFree) remaining.push(entry);
      else {
        if (key !== null) this.#busyKeys.add(key);
        batch.push(entry);
      }
    }
    this.#waiting = remaining;
    return batch;
  }

  async #runLane(batch: readonly Entry<Item, Row>[]): Promise<void> {
    await this.#settle(batch);
    for (const { key } of batch) if (key !== null) this.#busyKeys.delete(key);
    this.#running -= 1;
    this.#startLanes();
  }

  async #settle(batch: readonly Entry<Item, Row>[]): Promise<void> {
    try {
      const rows = await this.#options.run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index]);
    } catch (error) {
      if (batch.length === 1 || !leftNoEffect(error)) for (const { reject } of batch) reject(error);
      else for (const entry of batch) await this.#settle([entry]);
    }
  }

  /** Rejects items that have waited too long, even if every lane hangs. */
  #watchExpiry(): void {
    const [oldest] = this.#waiting;
    if (this.#expiry !== undefined || oldest === undefined) return;
    this.#expiry = setTimeout(() => {
      this.#expiry = undefined;
      const now = performance.now();
      const isOver = ({ expiresAt }: Entry<Item, Row>) => expiresAt <= now;
      const expired = this.#waiting.filter(isOver);
      this.#waiting = this.#waiting.filter((entry) => !isOver(entry));
      countShedRequests("waited_too_long", expired.length);
      for (const { reject } of expired) reject(new Error(WAITED_TOO_LONG));
      this.#watchExpiry();
    }, oldest.expiresAt - performance.now()).unref();
  }
}

/** Classes of errors after which PostgreSQL has undone the statement: data, constraints, conflicts (appendix A). */
const UNDONE = new Set(["22", "23", "40"]);

function leftNoEffect(error: unknown): boolean {
  const { sqlState } = sqlStateOf(error);
  return sqlState !== undefined && UNDONE.has(sqlState.slice(0, 2)) && !classifyOutage(error);
}

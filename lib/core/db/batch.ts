import { today } from "@/lib/core/crypto/tokens";
import { BatchQueue } from "@/lib/core/db/batch-queue";
import { pool } from "@/lib/core/db/pool";
import { declareStatement, type RowOf } from "@/lib/core/db/sql";
import { processState } from "@/lib/core/process/process-state";
import { gauge } from "@/lib/core/telemetry/metrics";

/** The types of TypeScript as which values of PostgreSQL types are sent. */
type SentByType = {
  text: string;
  int4: number;
  int8: number;
  bytea: Buffer;
  "text[]": readonly string[];
};

/** The values of a request with their PostgreSQL types, with `?` if a value can be null. */
export type RequestTypes = Readonly<Record<string, keyof SentByType | `${keyof SentByType}?`>>;

/** A request with values of these types. */
export type RequestOf<Types> = {
  readonly [Key in keyof Types]: Types[Key] extends `${infer Type extends keyof SentByType}?`
    ? SentByType[Type] | null
    : SentByType[Types[Key] & keyof SentByType];
};

type BatchOptions<Item> = {
  /** Requests with the same key never run at the same time in this process. */
  keyOf?: (item: Item) => string | null;
  /**
   * The partition that a request reads, if the statement reads a table with one for each day. A statement serves requests
   * of one day, which it contains as a literal wherever its text says `:day`: PostgreSQL then plans for that partition
   * alone, once per connection (ADR 44).
   */
  dayOf?: (item: Item) => number;
};

/** More lanes cost PostgreSQL more than they save. */
const LANES = 2;
/** Far longer than a statement takes unless it waits for a lock. */
const PATIENCE_MS = 20;
const MAX_ITEMS = 16;
const MAX_WAITING = 1_000;
/** From then on, requests that have not been read yet are turned away; those that have been still find a place. */
const SHED_FROM = 900;
/** Below the timeout of a statement, so that a request never waits for two. */
const MAX_WAIT_MS = 5_000;

/**
 * Declares a statement that serves all requests of its kind that wait at the same time (ADR 12).
 *
 * The statement reads its requests from the relation `request`: a row each, with its number `n` and the values by
 * their names in snake_case. It returns at most one row for each request, with its `n`.
 * @param name unique; kebab-case
 * @param columns of the rows, without `n`
 * @param values of a request
 * @param text begins with the first common table expression, without WITH
 * @returns runs a request; undefined if there is no row for it
 */
export function batch<
  const Types extends RequestTypes,
  const Declared extends Readonly<Record<string, string>>,
>(
  name: string,
  columns: Declared,
  values: Types,
  text: string,
  { keyOf = () => null, dayOf }: BatchOptions<RequestOf<Types>> = {},
): (item: RequestOf<Types>) => Promise<RowOf<Declared> | undefined> {
  type Item = RequestOf<Types>;
  type Row = RowOf<Declared>;
  const names = Object.keys(values) as (keyof Types & string)[];
  const types: Readonly<Record<string, string>> = Object.fromEntries(
    names.map((each) => [each, values[each]?.replace("?", "") ?? ""]),
  );
  const template = `WITH ${requestRelation(names, types)}, ${text}`;
  const groupOf = dayOf ?? (() => 0);
  const queryOf = dayOf ? dayQueries(name, template) : () => ({ name, text: template });
  const declared = { parameters: names, columns: { n: "int4", ...columns } };
  declareStatement(name, { ...declared, text: queryOf(0).text });
  const run = async (items: readonly Item[]) => {
    const [first] = items;
    const query = queryOf(first ? groupOf(first) : 0);
    const sent = names.map((each) => items.map((item) => toText(item[each], types[each])));
    const { rows } = await pool().query<{ n: number }>({ ...query, values: sent });
    const found: (Row | undefined)[] = [];
    for (const { n, ...row } of rows) found[n - 1] = row as unknown as Row;
    return found;
  };
  const stateName = `batch ${name}`;
  const makeQueue = () => {
    const queue = new BatchQueue<Item, Row>({ ...LIMITS, run, keyOf, groupOf });
    queues().push(queue);
    return queue;
  };
  return (item) => processState(stateName, makeQueue).add(item);
}

const queues = () => processState<{ readonly length: number }[]>("batch-queues", () => []);

/** Whether requests of some kind arrive faster than the database answers them. */
export function isOverloaded(): boolean {
  return queues().some(({ length }) => length >= SHED_FROM);
}

gauge(
  {
    name: "latchkey_requests_waiting",
    help: "Requests that wait for the statement that will serve them.",
  },
  (waiting) => waiting.set(queues().reduce((sum, { length }) => sum + length, 0)),
);

const LIMITS = {
  lanes: LANES,
  patienceMs: PATIENCE_MS,
  maxItems: MAX_ITEMS,
  maxWaiting: MAX_WAITING,
  maxWaitMs: MAX_WAIT_MS,
};

/** The statement of each day. Only current days have a name: connections keep the plans of named statements. */
function dayQueries(name: string, template: string) {
  let last = { day: -1, text: "" };
  return (day: number): { name?: string; text: string } => {
    if (last.day !== day) last = { day, text: template.replaceAll(DAY, day.toFixed(0)) };
    const isCurrent = day === 0 || Math.abs(today() - day) <= 1;
    return { ...(isCurrent && { name: `${name}-${day}` }), text: last.text };
  };
}

const DAY = /(?<!:):day\b/g;

function requestRelation(names: readonly string[], types: Readonly<Record<string, string>>) {
  const arrays = names.map((name, index) => `$${index + 1}::${ARRAYS[types[name] ?? ""]}`);
  const columns = names.map((name) =>
    types[name] === "text[]" ? `${snakeCase(name)}::text[]` : snakeCase(name),
  );
  return `request AS (
  SELECT n::int AS n, ${columns.join(", ")}
  FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS r(${names.map(snakeCase).join(", ")}, n)
)`;
}

// PostgreSQL unnests arrays of arrays to their elements, so each array of texts is sent as one text.
const ARRAYS: Readonly<Record<string, string>> = {
  text: "text[]",
  "text[]": "text[]",
  int4: "int4[]",
  int8: "int8[]",
  bytea: "bytea[]",
};

function toText(value: unknown, type: string | undefined): unknown {
  return type === "text[]" && Array.isArray(value) ? arrayLiteral(value) : value;
}

/** An array of texts as PostgreSQL reads it from a text. */
function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}

/** `updated_at` for `updatedAt`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

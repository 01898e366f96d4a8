import type { Caller } from "@/lib/access/caller";
import { listClients } from "@/lib/clients/list-clients";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
import { statement } from "@/lib/kernel/db/statement";

const ROUNDS = 40;
const WARM_UP = 5;

/** How long one list takes with few and with many clients: medians, in milliseconds. */
export interface ListTiming {
  readonly name: string;
  /** Whether the database's work must not grow with the number of clients. */
  readonly bounded: boolean;
  readonly fewMs: number;
  readonly manyMs: number;
}

/** A client that exists in both organizations and that searches look for. */
interface Wanted {
  readonly clientId: string;
  readonly lastFour: string;
}

type Query = Record<string, string>;
type Scenario = readonly [name: string, bounded: boolean, query: (wanted: Wanted) => Query];

const SCENARIOS: readonly Scenario[] = [
  ["first page", true, () => ({})],
  ["first page of 100", true, () => ({ page_size: "100" })],
  ["active", true, () => ({ is_active: "true" })],
  ["inactive", true, () => ({ is_active: "false" })],
  ["by type", true, () => ({ client_type: "partner" })],
  ["by name", true, () => ({ sort: "name" })],
  ["oldest first", true, () => ({ sort: "created_at" })],
  ["search: part of a name", true, () => ({ q: "arcel mail 93" })],
  ["search: redirect host", true, () => ({ q: "quill-4.example.com" })],
  ["search: client_id", true, ({ clientId }) => ({ q: clientId })],
  ["search: last four of a secret", true, ({ lastFour }) => ({ q: lastFour })],
  ["search: nothing found", true, () => ({ q: "no such client" })],
  ["deleted", true, () => ({ deleted: "true" })],
  // These match a hundred times as many.
  ["localhost in production (1 in 100)", true, () => ({ loopback_redirect: "true" })],
  ["tag (1 in 10)", true, () => ({ tag: "beta" })],
  ["never used (1 in 2)", true, () => ({ never_used: "true" })],
  [
    "tag, never used, inactive",
    true,
    () => ({ tag: "shipping", never_used: "true", is_active: "false" }),
  ],
  // Its count is not maintained, so each matching client is visited.
  ["search: one word of many names (1 in 7)", false, () => ({ q: "shipfast" })],
];

/** Reads one list of an organization. */
export type ReadList = (organizationId: string, query: Query) => Promise<void>;

/** Times each list in both organizations, alternating so that other load on the machine affects both. */
export async function timeLists(few: string, many: string, read: ReadList): Promise<ListTiming[]> {
  const wanted = { few: await findWanted(few), many: await findWanted(many) };
  const timings: ListTiming[] = [];
  for (const [name, bounded, query] of SCENARIOS) {
    const [fewTimes, manyTimes]: [number[], number[]] = [[], []];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const fewMs = await timeList(read, few, query(wanted.few));
      const manyMs = await timeList(read, many, query(wanted.many));
      if (round < 0) continue;
      fewTimes.push(fewMs);
      manyTimes.push(manyMs);
    }
    timings.push({ name, bounded, fewMs: median(fewTimes), manyMs: median(manyTimes) });
  }
  return timings;
}

async function timeList(read: ReadList, organizationId: string, query: Query): Promise<number> {
  const begin = performance.now();
  await read(organizationId, query);
  return performance.now() - begin;
}

/** Reads a list through the operation behind the API: the time of the database and the operation alone. */
export async function readByOperation(organizationId: string, query: Query): Promise<void> {
  const caller: Caller = { kind: "user", organizationId, userId: "", role: "auditor" };
  await listClients({ query: listClientsQuerySchema.parse(query), caller });
}

const findWantedRow = statement<{ organizationId: string }, Wanted>(
  "bench-find-wanted",
  { clientId: "text", lastFour: "text" },
  `SELECT c.client_id AS "clientId", s.last_four AS "lastFour"
    FROM clients c JOIN client_secrets s USING (client_id)
    WHERE c.organization_id = :organizationId AND c.slug = 'bench-4'`,
);

async function findWanted(organizationId: string): Promise<Wanted> {
  const [wanted] = await findWantedRow({ organizationId });
  if (!wanted) throw new Error(`Organization ${organizationId} was not seeded whole: --remove it`);
  return wanted;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

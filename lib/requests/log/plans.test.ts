import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { type CompiledSql, compileSql, declaredStatements, valuesInOrder } from "@/lib/core/db/sql";
// Declares merge-calls.
import "@/lib/gate/calls/repository";
import { filterNames } from "@/lib/requests/log/filters";
import { findRequests, pageOfRequests } from "@/lib/requests/log/find-requests";
import { EVERYTHING } from "@/lib/requests/log/scope";
import { spanOf } from "@/lib/requests/log/span";
import { mintClient } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";

takeOwnDatabase();

const DAY_MS = 86_400_000;
/** The time of the newest request: not on a day that has just begun, whose few rows PostgreSQL reads in any way. */
const END = new Date(new Date().setUTCHours(-1, 0, 0, 0));
const DAYS = 10;
const CALLS = 120_000;
/** Clients of the organization, each with the same number of calls. */
const CLIENTS = 4;
/** Clients of others with a single call each. */
const RARE_CLIENTS = 200;

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
  const { organizationId, companyId, client } = installation;
  const ids = [client.clientId];
  while (ids.length < CLIENTS) ids.push((await mintClient(organizationId)).clientId);
  await asOwner(async (owner) => {
    await owner.query(
      "SELECT create_calls_partition(current_date - n) FROM generate_series(0, $1::int) AS n",
      [DAYS + 1],
    );
    await owner.query(
      `INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, method,
        milliseconds, status)
      SELECT at, lpad(to_hex(extract(epoch FROM at)::bigint), 8, '0') || lpad(to_hex(n), 16, '0'),
        ($1::text[])[1 + n % $4], $2, 'system_user', 'system', 'GET', n % 100, 200
      FROM (SELECT n, $6::timestamptz - n * interval '1 day' * $5 / $3 AS at FROM generate_series(1, $3::int) AS n) AS call`,
      [ids, companyId, CALLS, CLIENTS, DAYS, END],
    );
    // With many clients that call rarely, an average says little about a client.
    await owner.query(
      `INSERT INTO calls (created_at, request_id, client_id, company_id, caller_kind, system_user_id, method)
      SELECT $3::timestamptz, 'rare' || n, 'rare' || n, $1, 'system_user', 'system', 'GET'
      FROM generate_series(1, $2::int) AS n`,
      [companyId, RARE_CLIENTS, END],
    );
    // All of one client: PostgreSQL must not read them by time to find that the others have none.
    await owner.query(
      `INSERT INTO authorization_events (kind, outcome, client_id, company_id, reason, "check", request_id, created_at)
      SELECT 'token', CASE WHEN n % 20 = 0 THEN 'refused' ELSE 'issued' END::authorization_outcome,
        $1, $5::bigint, 'offline', CASE WHEN n % 20 = 0 THEN 'code_form' END, 'event' || n,
        $4::timestamptz - n * interval '1 day' * $3 / $2
      FROM generate_series(1, $2::int) AS n`,
      [client.clientId, CALLS, DAYS, END, companyId],
    );
    await owner.query("ANALYZE calls, authorization_events");
  });
});

/** A node of a plan, as far as the test reads it. */
type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const loopsOf = ({ "Actual Loops": loops = 0 }: Plan) => loops;

/** How often partitions were opened and how many of their rows were read, by a statement or the one of this name. */
async function readingOf(statement: string | CompiledSql, values: object, settings = "") {
  const declared = typeof statement === "string" ? declaredStatements().get(statement) : statement;
  if (!declared) throw new Error(`There is no statement ${statement}`);
  const client = await pool().connect();
  try {
    await client.query(`BEGIN; ${settings}`);
    const inOrder = valuesInOrder(declared.parameters, values);
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${declared.text}`,
      inOrder,
    );
    const plans = rows
      .flatMap((row) => row["QUERY PLAN"])
      .flatMap(({ Plan: plan }) => nodesOf(plan));
    const isPartition = /^(calls|authorization_events)_/;
    const scans = plans.filter((node) => isPartition.test(node["Relation Name"] ?? ""));
    // PostgreSQL reads an empty partition in any way.
    const reading = scans.filter((scan) => (scan["Actual Rows"] ?? 0) > 0);
    const rowsOf = (scan: Plan) =>
      loopsOf(scan) * ((scan["Actual Rows"] ?? 0) + (scan["Rows Removed by Filter"] ?? 0));
    return {
      kinds: [...new Set(scans.map((scan) => scan["Node Type"]))],
      readingKinds: [...new Set(reading.map((scan) => scan["Node Type"]))],
      opened: scans.reduce((sum, scan) => sum + loopsOf(scan), 0),
      rows: scans.reduce((sum, scan) => sum + rowsOf(scan), 0),
    };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

const span = () => ({
  from: new Date(END.getTime() - 7 * DAY_MS),
  before: new Date(END.getTime() + 60_000),
  belowKey: "",
});

/** A page without filters. */
const page = {
  ...Object.fromEntries(filterNames.map((name) => [name, null])),
  ...{ limit: 51, most: 51, isBrief: false },
};

const scopes = () => {
  const { organizationId, companyId, client } = installation;
  return {
    client: { ...EVERYTHING, organizationId, clientId: client.clientId },
    organization: { ...EVERYTHING, organizationId },
    installation: EVERYTHING,
    company: { ...EVERYTHING, companyId },
  };
};

it("no connection keeps a plan for a page, whose best plan depends on its values", async () => {
  for (const scope of Object.values(scopes())) {
    for (let n = 0; n < 7; n += 1) {
      await findRequests(scope, spanOf({}), { filter: {}, limit: 51 });
      await findRequests(scope, spanOf({}), { filter: { method: "PUT" }, limit: 51 });
    }
  }
  const { rows: prepared } = await pool().query(
    "SELECT name FROM pg_prepared_statements WHERE name ~ 'requests'",
  );
  expect(prepared).toEqual([]);
});

describe("a page reads only what an index leads to, of both tables", () => {
  const readingOfPage = (scope: keyof ReturnType<typeof scopes>, filter: object) => {
    const values = { ...page, ...scopes()[scope], ...span(), ...filter };
    return readingOf(compileSql(pageOfRequests(values)), values);
  };

  it.each([
    ["client", {}, 1],
    ["client", { denied: true }, 1],
    ["client", { isBrief: true }, 1],
    ["organization", {}, CLIENTS],
    ["organization", { denied: true }, CLIENTS],
    ["organization", { isBrief: true }, CLIENTS],
    ["organization", { hasManyClients: true }, CLIENTS],
    ["installation", {}, 1],
    ["installation", { denied: true }, 1],
    ["installation", { kind: "refresh" }, 1],
    ["company", {}, 1],
    ["company", { denied: true }, 1],
    ["company", { method: "PUT", most: 250 }, 1],
  ] as const)("of the %s, %o", async (scope, filter, ranges) => {
    const { most } = { ...page, ...filter };
    const { readingKinds, rows } = await readingOfPage(scope, filter);
    expect(readingKinds.filter((kind) => !/^Index (Only )?Scan$/.test(kind))).toEqual([]);
    expect(rows).toBeLessThanOrEqual(2 * (most + 20) * ranges);
  });

  it("has the same requests of an organization if they are looked for among those of all", async () => {
    const idsOf = async (hasManyClients: boolean) => {
      const values = { ...page, ...scopes().organization, ...span(), hasManyClients };
      const { text, parameters } = compileSql(pageOfRequests(values));
      const { rows } = await pool().query(text, valuesInOrder(parameters, values));
      return rows.map(({ requestId }) => requestId);
    };
    const ids = await idsOf(false);
    expect(ids).toHaveLength(page.limit);
    expect(await idsOf(true)).toEqual(ids);
  });

  it("begins in the middle where the previous one ended", async () => {
    const before = new Date(END.getTime() - 4 * DAY_MS);
    const { rows } = await readingOfPage("client", { before, belowKey: newId(before.getTime()) });
    expect(rows).toBeLessThanOrEqual(2 * 202);
  });

  it("opens one partition of each table for a request id", async () => {
    const second = Math.floor(END.getTime() / 1000) * 1000 - 3 * DAY_MS;
    const { from, before } = spanOf({ q: newId(second) });
    const { opened } = await readingOfPage("client", { from, before });
    expect(opened).toBeLessThanOrEqual(4);
  });
});

it("the outcome of a call opens the partition of its day", async () => {
  const { rows: calls } = await pool().query(
    `UPDATE calls SET gate_key_id = 'key' WHERE (created_at, request_id) = (SELECT created_at, request_id FROM calls
      WHERE created_at < $1 ORDER BY created_at DESC LIMIT 1) RETURNING created_at, request_id`,
    [new Date(END.getTime() - 3 * DAY_MS)],
  );
  const { created_at: createdAt, request_id: requestId } = calls[0];
  const second = new Date(Math.floor(createdAt.getTime() / 1000) * 1000);
  const from = new Date(new Date(second).setUTCHours(0, 0, 0, 0));
  const outcomes = JSON.stringify([{ requestId, second, status: 500, milliseconds: 1 }]);
  const to = new Date(from.getTime() + DAY_MS);
  const values = { gateKeyId: "key", outcomes, from, to };
  // A day with so few calls could be read as a whole.
  const settings = "SET LOCAL enable_seqscan = off";
  const { kinds, opened, rows } = await readingOf("merge-calls", values, settings);
  expect(kinds).toEqual(["Index Scan"]);
  expect(opened).toBeLessThanOrEqual(2);
  expect(rows).toBeGreaterThan(0);
});

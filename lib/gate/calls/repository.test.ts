import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { declaredStatements } from "@/lib/core/db/declared-sql";
import { pool } from "@/lib/core/db/pool";
import { callQueue } from "@/lib/gate/calls/call-queue";
import type { Call } from "@/lib/gate/calls/record-call";
import { insertCalls } from "@/lib/gate/calls/repository";
import { mintCall } from "@/test/factories/mint-call";
import { mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { totalsOf } from "@/test/requests/api-calls";

// The tests of plans need a known set of partitions.
takeOwnDatabase();

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

it("processes that add to the same totals at the same time never deadlock and count every call", async () => {
  const installations = await Promise.all(Array.from({ length: 6 }, () => mintInstallation()));
  const batches = Array.from({ length: 32 }, (_, n) => {
    const calls = installations.flatMap((installation) =>
      Array.from({ length: 20 }, (__, path) => mintCall(installation, { path: `/${path}` })),
    );
    callQueue().waiting.length = 0;
    const from = (n * 7) % calls.length;
    const turned = [...calls.slice(from), ...calls.slice(0, from)];
    return n % 2 ? turned : turned.toReversed();
  });
  await Promise.all(batches.map(insertCalls));
  for (const { client } of installations) {
    const totals = await totalsOf(client.clientId);
    expect(totals.map(({ calls }) => calls)).toEqual(Array(20).fill(32));
  }
});

describe("with a partition for each of forty days", () => {
  /** Partitions that a plan reads, without those that were pruned when it started or never ran. */
  async function partitionsRead(text: string, values: unknown[]): Promise<string[]> {
    const client = await pool().connect();
    try {
      await client.query("BEGIN; SET LOCAL plan_cache_mode = force_generic_plan");
      const name = `explain-${newId()}`;
      await client.query(`PREPARE "${name}" AS ${text}`);
      const literals = values.map((value) => client.escapeLiteral(String(value))).join(", ");
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE "${name}" (${literals})`,
      );
      return [...new Set(nodesOf(rows[0]["QUERY PLAN"][0].Plan).filter(hasRun).map(nameOf))].sort();
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  }

  type PlanNode = {
    "Relation Name"?: string;
    "Actual Loops"?: number;
    "Node Type": string;
    Plans?: PlanNode[];
  };
  const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  const hasRun = (node: PlanNode) =>
    (node["Relation Name"] ?? "").startsWith("calls_") &&
    (node["Actual Loops"] ?? 0) > 0 &&
    node["Node Type"] !== "ModifyTable";
  const nameOf = (node: PlanNode) => `${node["Node Type"]} ${node["Relation Name"]}`;

  const dayName = (at: Date) => `calls_${at.toISOString().slice(0, 10).replaceAll("-", "")}`;

  async function storeHistory(): Promise<Call[]> {
    const installation = await mintInstallation();
    for (let n = 40; n > 0; n--) {
      const day = new Date(Date.now() - n * DAY_MS);
      await pool().query("SELECT create_partition('calls', $1)", [day]);
    }
    const calls = Array.from({ length: 40 * 50 }, (_, n) =>
      mintCall(installation, {
        startedAt: new Date(Date.now() - (n % 40) * DAY_MS),
        gateKeyId: "key",
        status: null,
      }),
    );
    callQueue().waiting.length = 0;
    await insertCalls(calls);
    await pool().query("SELECT 1");
    return calls;
  }

  it.each(["company_id", "client_id"])(
    "reading by %s and time touches only the days of the range, by index",
    async (column) => {
      const [call] = await storeHistory();
      if (!call) throw new Error("No call was stored");
      const to = new Date(Date.now() - 3 * DAY_MS);
      const from = new Date(to.getTime() - DAY_MS);
      const read = await partitionsRead(
        `SELECT * FROM calls WHERE ${column} = $1 AND created_at >= $2 AND created_at < $3
       ORDER BY created_at DESC, request_id DESC LIMIT 200`,
        [
          column === "company_id" ? call.companyId : call.clientId,
          from.toISOString(),
          to.toISOString(),
        ],
      );
      expect(read.map((each) => each.split(" ").at(-1))).toEqual([dayName(from), dayName(to)]);
    },
  );

  it("merging by request id touches only the days that the ids name", async () => {
    const [today, , , fourth] = await storeHistory();
    if (!today || !fourth) throw new Error("No calls were stored");
    const second = (id: string) => new Date(Number.parseInt(id.slice(0, 8), 16) * 1000);
    const outcomes = [fourth].map(({ requestId }) => ({
      requestId,
      second: second(requestId),
      status: 500,
      milliseconds: 1,
    }));
    const from = second(fourth.requestId);
    const { text, parameters } = declaredStatements().get("merge-calls") ?? {
      text: "",
      parameters: [],
    };
    const values = new Map<string, unknown>([
      ["gateKeyId", "key"],
      ["outcomes", JSON.stringify(outcomes)],
      ["from", from.toISOString()],
      ["to", new Date(from.getTime() + HOUR_MS / 3_600).toISOString()],
    ]);
    const read = await partitionsRead(
      text,
      parameters.map((name) => values.get(name)),
    );
    expect(new Set(read.map((each) => each.split(" ").at(-1)))).toEqual(
      new Set([dayName(fourth.startedAt)]),
    );
    for (const each of read) expect(each).not.toContain("Seq Scan");
  });
});

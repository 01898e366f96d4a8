import { beforeAll, expect, it } from "vitest";
import "@/lib/tenants/companies/diary/read-diary";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { declaredStatements } from "@/lib/core/db/sql";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";

// Plans depend on what else is in the table.
takeOwnDatabase();

const CLIENT = "a".repeat(24);
const COMPANY = 7;

beforeAll(async () => {
  // 300 companies with 3 extensions, each with a call on 60 days.
  await pool().query(
    `INSERT INTO call_totals (day, client_id, company_id, method, path, scope, denied, calls, errors, first_at, last_at)
     SELECT current_date - d, repeat(chr(96 + client), 24), company, 'GET', '/a', 'company/orders/read', false, 1, 0,
       now(), now()
     FROM generate_series(1, 300) AS company, generate_series(1, 3) AS client, generate_series(1, 60) AS d`,
  );
  await asOwner((owner) => owner.query("ANALYZE call_totals"));
});

type PlanNode = {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Node Type": string;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a statement runs, and how many blocks of 8 kB it reads. */
async function planOf(name: string, values: Readonly<Record<string, unknown>>) {
  const declared = declaredStatements().get(name);
  if (!declared) throw new Error(`There is no statement ${name}`);
  const client = await pool().connect();
  try {
    await client.query("BEGIN; SET LOCAL plan_cache_mode = force_generic_plan");
    const prepared = `explain-${newId()}`;
    await client.query(`PREPARE "${prepared}" AS ${declared.text}`);
    const literals = declared.parameters.map((each) => client.escapeLiteral(String(values[each])));
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "${prepared}" (${literals.join(", ")})`,
    );
    const root = rows[0]["QUERY PLAN"][0].Plan;
    return { plan: nodesOf(root), blocks: root["Shared Hit Blocks"] + root["Shared Read Blocks"] };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

it.each(["read-diary-totals", "read-first-uses"])(
  "%s reads one company's totals of one client by index, and no calls",
  async (name) => {
    const values = { companyId: COMPANY, clientId: CLIENT, before: "infinity", days: 8 };
    const { plan, blocks } = await planOf(name, values);
    const tables = plan.flatMap((node) => node["Relation Name"] ?? []);
    expect(new Set(tables)).toEqual(new Set(["call_totals"]));
    expect(plan.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    const indexes = plan.filter((node) => node["Index Name"]);
    expect(indexes.length).toBeGreaterThan(0);
    // Which index is cheaper depends on the version of PostgreSQL, and on the order in which they were created.
    for (const { "Index Cond": condition } of indexes) {
      expect(condition).toContain("company_id = ");
      expect(condition).toContain("client_id = ");
    }
    expect(blocks).toBeLessThan(100);
  },
);

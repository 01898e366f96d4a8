import { expect, it } from "vitest";
import { pool } from "@/lib/core/db/pool";
import { declaredStatements } from "@/lib/core/db/sql";

await Promise.all(
  Object.values(import.meta.glob(["/lib/{protocol,gate}/**/*.ts", "!**/*.test.ts"])).map((load) =>
    load(),
  ),
);

type PlanNode = { "Node Type": string; "Relation Name"?: string; Plans?: PlanNode[] };

/** The tables that a statement's generic plan reads; it is planned but not run. */
async function tablesRead(name: string): Promise<string[]> {
  const declared = declaredStatements().get(name);
  if (!declared) throw new Error(`no statement is called ${name}`);
  const client = await pool().connect();
  try {
    await client.query("BEGIN; SET LOCAL plan_cache_mode = force_generic_plan");
    await client.query(`PREPARE partition_plan AS ${declared.text}`);
    const values = declared.parameters.map(() => "NULL").join(", ");
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE partition_plan (${values})`);
    const read = (node: PlanNode): string[] => [
      ...(node["Node Type"].endsWith("Scan") ? [node["Relation Name"] ?? ""] : []),
      ...(node.Plans ?? []).flatMap(read),
    ];
    return read(rows[0]["QUERY PLAN"][0].Plan);
  } finally {
    await client.query("ROLLBACK; DEALLOCATE ALL");
    client.release(true);
  }
}

const PARTITIONED = /^(authorization_codes|access_tokens)/;

const CODES = ["redeem-online", "redeem-offline"];
const TOKENS = [
  ...["check-bearer", "check-at-gate", "introspect-access", "read-organization-token"],
  "revoke-access",
];
const NEITHER = [
  ...["authorize-facts-and-code", "refresh", "rotate", "introspect-refresh"],
  ...["issue-company-token", "issue-organization-token"],
];

it.each<[string, string[]]>([
  ...CODES.map((name): [string, string[]] => [name, ["authorization_codes_default"]]),
  ...TOKENS.map((name): [string, string[]] => [name, ["access_tokens_0"]]),
  ...NEITHER.map((name): [string, string[]] => [name, []]),
])("%s reads just the partitions %j", async (name, partitions) => {
  const read = (await tablesRead(name)).filter((table) => PARTITIONED.test(table));
  expect(read).toEqual(partitions);
});

// A plan that prunes while it runs would crash PostgreSQL: see lib/protocol/events/repository.ts.
it("count-further-denial, planned for its values, changes one partition", async () => {
  const declared = declaredStatements().get("count-further-denial");
  if (!declared) throw new Error("the statement has another name");
  const at = new Date(Date.now() + 3 * 86_400_000);
  const { rows } = await pool().query(`EXPLAIN (FORMAT JSON) ${declared.text}`, ["1", at]);
  const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
  const scanned = [...plan.matchAll(/Scan","[^{}]*"Relation Name":"(\w+)"/g)].map(
    ([, name]) => name,
  );
  const day = at.toISOString().slice(0, 10).replaceAll("-", "");
  expect(scanned).toEqual([`authorization_events_${day}`]);
  expect(plan).not.toContain("Subplans Removed");
});

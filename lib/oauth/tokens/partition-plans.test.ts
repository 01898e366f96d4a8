import { expect, it } from "vitest";
import { pool } from "@/lib/kernel/db/pool";
import { declaredStatements } from "@/lib/kernel/db/statement";

await Promise.all(
  Object.values(import.meta.glob("/lib/oauth/**/*repository.ts")).map((load) => load()),
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

it.each(["redeem-online", "redeem-offline"])("%s reads one partition of codes", async (name) => {
  const codes = (await tablesRead(name)).filter((table) => table.startsWith("authorization_codes"));
  expect(codes).toEqual(["authorization_codes_0"]);
});

it.each(["authorize-facts-and-code", "refresh", "rotate"])(
  "%s reads no partition of codes",
  async (name) => {
    const codes = (await tablesRead(name)).filter((table) =>
      table.startsWith("authorization_codes"),
    );
    expect(codes).toEqual([]);
  },
);

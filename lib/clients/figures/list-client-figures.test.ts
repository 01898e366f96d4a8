import { beforeAll, expect, it } from "vitest";
import { listClientFigures } from "@/lib/clients/figures/list-client-figures";
import { newId } from "@/lib/core/crypto/ids";
import { declaredStatements } from "@/lib/core/db/declared-sql";
import { pool } from "@/lib/core/db/pool";
import { perform } from "@/lib/operation/perform";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";

// Plans depend on what else is in the tables.
takeOwnDatabase();

type Owner = { organizationId: string; clientId: string };

let own: Owner;
let busy: Owner;

beforeAll(async () => {
  own = await mintOwner();
  const [active, former] = [await mintCompany(), await mintCompany()];
  for (const { companyId } of [active, former]) await mintGrant(own.clientId, companyId, []);
  await pool().query("UPDATE grants SET revoked_at = now() WHERE company_id = $1", [
    former.companyId,
  ]);
  await storeTotals(own.clientId, { companies: 1, days: 9, isDenied: false, calls: 3 });
  await storeTotals(own.clientId, { companies: 1, days: 1, isDenied: true, calls: 2 });
  busy = await mintOwner();
  await storeTotals(busy.clientId, { companies: 9_000, days: 7, isDenied: false, calls: 1 });
  await asOwner((owner) => owner.query("ANALYZE call_totals, grants, clients"));
});

async function mintOwner(): Promise<Owner> {
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  return { organizationId, clientId };
}

function storeTotals(
  clientId: string,
  of: { companies: number; days: number; isDenied: boolean; calls: number },
) {
  return pool().query(
    `INSERT INTO call_totals (day, client_id, company_id, method, path, scope, denied, calls, errors, first_at, last_at)
    SELECT (now() AT TIME ZONE 'UTC')::date - ago, $1, company, 'GET', '/a', NULL, $4, $5, 0, now(), now()
    FROM generate_series(0, $2::int - 1) AS ago, generate_series(1, $3::int) AS company`,
    [clientId, of.days, of.companies, of.isDenied, of.calls],
  );
}

const figuresOf = (asked: Owner, clientIds: string[]) =>
  perform(listClientFigures, {
    params: { client_ids: clientIds },
    caller: {
      kind: "user",
      organizationId: asked.organizationId,
      userId: newId(),
      role: "auditor",
    },
  });

it("counts the companies that have a client installed, and its calls of the last seven days", async () => {
  expect(await figuresOf(own, [own.clientId])).toEqual([
    { clientId: own.clientId, companies: 1, calls: [3, 3, 3, 3, 3, 3, 5], denied: 2 },
  ]);
});

it("a client that was never used has a week without calls", async () => {
  const { clientId } = await mintClient(own.organizationId);
  expect(await figuresOf(own, [clientId])).toEqual([
    { clientId, companies: 0, calls: [0, 0, 0, 0, 0, 0, 0], denied: 0 },
  ]);
});

it("clients of other organizations are left out", async () => {
  expect(await figuresOf(own, [busy.clientId])).toEqual([]);
});

it("a client with too many totals has no sums, and no more of them are read than the limit", async () => {
  expect(await figuresOf(busy, [busy.clientId])).toMatchObject([{ calls: null, denied: null }]);
  const declared = declaredStatements().get("read-client-figures");
  if (!declared) throw new Error("There is no such statement");
  const values: Record<string, unknown> = {
    organizationId: busy.organizationId,
    clientIds: [busy.clientId, own.clientId],
  };
  const { rows } = await pool().query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${declared.text}`,
    declared.parameters.map((name) => values[name]),
  );
  const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan);
  const totals = nodes.filter((node) => node["Relation Name"] === "call_totals");
  expect(totals).toHaveLength(1);
  expect(totals[0]?.["Node Type"]).toMatch(/^Index/);
  expect(totals[0]?.["Actual Rows"]).toBeLessThanOrEqual(5_000);
});

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  Plans?: PlanNode[];
};

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

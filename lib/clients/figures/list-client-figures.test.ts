import { beforeAll, expect, it } from "vitest";
import { listClientFigures } from "@/lib/clients/figures/list-client-figures";
import { newId } from "@/lib/core/crypto/ids";
import { pool } from "@/lib/core/db/pool";
import { perform } from "@/lib/operation/perform";
import { mintClient, mintCompany, mintGrant, mintOrganization } from "@/test/factories/mint";

type Owner = { organizationId: string; clientId: string };

let own: Owner;
let foreign: Owner;

beforeAll(async () => {
  own = await mintOwner();
  const [active, former] = [await mintCompany(), await mintCompany()];
  for (const { companyId } of [active, former]) await mintGrant(own.clientId, companyId, []);
  await pool().query("UPDATE grants SET revoked_at = now() WHERE company_id = $1", [
    former.companyId,
  ]);
  await storeHours(own.clientId, { days: 9, denial: "", calls: 3 });
  await storeHours(own.clientId, { days: 1, denial: "gate_rule", calls: 2 });
  foreign = await mintOwner();
});

async function mintOwner(): Promise<Owner> {
  const { organizationId } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  return { organizationId, clientId };
}

function storeHours(clientId: string, of: { days: number; denial: string; calls: number }) {
  return pool().query(
    `INSERT INTO call_hours (hour, client_id, denial, calls)
    SELECT date_trunc('day', now(), 'UTC') - ago * interval '24 hours', $1, $3, $4
    FROM generate_series(0, $2::int - 1) AS ago`,
    [clientId, of.days, of.denial, of.calls],
  );
}

const figuresOf = ({ organizationId }: Owner, clientIds: string[]) =>
  perform(listClientFigures, {
    params: { client_ids: clientIds },
    caller: { kind: "user", organizationId, userId: newId(), role: "auditor" },
  });

it("counts the companies that have a client installed, and its calls of the last seven days", async () => {
  const { clientId: unused } = await mintClient(own.organizationId);
  const figures = await figuresOf(own, [own.clientId, unused, foreign.clientId]);
  expect(figures).toHaveLength(2);
  expect(figures).toEqual(
    expect.arrayContaining([
      { clientId: own.clientId, companies: 1, calls: [3, 3, 3, 3, 3, 3, 5], denied: 2 },
      { clientId: unused, companies: 0, calls: [0, 0, 0, 0, 0, 0, 0], denied: 0 },
    ]),
  );
});

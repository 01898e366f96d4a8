import { expect, it } from "vitest";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { mintCompany, mintGrant, mintMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

it("the grants of a client show which company granted what and when, and its last call", async () => {
  const installation = await mintInstallation();
  const { organizationId, client, companyId, grantId } = installation;
  const as = await mintMember(organizationId, "developer");
  const params = { organization_id: organizationId, client_id: client.clientId };
  const list = async () => (await callRoute(listGrants, { params, as })).body;
  expect((await list()).items).toEqual([
    {
      company_id: companyId,
      organization_id: null,
      name: "Blue Lotus Sarees",
      scopes: INSTALLED_SCOPES,
      approved_at: expect.stringMatching(/Z$/),
      last_call_at: null,
    },
  ]);
  await callProducts(await mintAccessToken(installation, "offline"));
  await flushCalls();
  expect(Date.parse(textOf(fieldAt(await list(), "items.0.last_call_at")))).toBeGreaterThan(0);
  const other = await mintCompany();
  await mintGrant(client.clientId, other.companyId, INSTALLED_SCOPES);
  await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
  expect(listOf((await list()).items)).toMatchObject([{ company_id: other.companyId }]);
});

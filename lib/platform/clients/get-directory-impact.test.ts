import { expect, it } from "vitest";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { getDirectoryImpact } from "@/lib/platform/clients/get-directory-impact";
import { mintMember } from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callRoute } from "@/test/requests/call-route";

it("before a suspension, an operator sees the same impact as the publisher, and nobody else does", async () => {
  const installation = await mintInstallation();
  await mintAccessToken(installation, "offline");
  const { organizationId, client } = installation;
  const owner = await mintMember(organizationId, "owner");
  const params = { client_id: client.clientId };
  const found = await callRoute(getDirectoryImpact, {
    params,
    as: await mintOperator("support"),
  });
  expect(found).toMatchObject({
    status: 200,
    body: { companies: { total: 1 }, live_tokens: { offline: 1, online: 0 } },
  });
  const ownersView = await callRoute(getImpact, {
    params: { ...params, organization_id: organizationId },
    as: owner,
  });
  expect(found.body).toEqual(ownersView.body);
  expect((await callRoute(getDirectoryImpact, { params, as: owner })).status).toBe(403);
});

import { describe, expect, it } from "vitest";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { type MintedUser, mintCompany, mintGrant, mintMember } from "@/test/factories/mint";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

function list(
  { organizationId, client }: Pick<Installation, "organizationId" | "client">,
  as: MintedUser,
  query: Record<string, string> = {},
) {
  return callRoute(listGrants, {
    params: { organization_id: organizationId, client_id: client.clientId },
    query,
    as,
  });
}

describe("GET grants", () => {
  it("lists each company with what it granted, when, and its last call", async () => {
    const installation = await mintInstallation();
    const as = await mintMember(installation.organizationId, "developer");
    const before = await list(installation, as);
    expect(before.body.items).toEqual([
      {
        company_id: installation.companyId,
        organization_id: null,
        name: "Blue Lotus Sarees",
        scopes: INSTALLED_SCOPES,
        approved_at: expect.stringMatching(/Z$/),
        last_call_at: null,
      },
    ]);
    await callProducts(await mintAccessToken(installation, "offline"));
    await flushCalls();
    const after = await list(installation, as);
    expect(Date.parse(textOf(fieldAt(after.body, "items.0.last_call_at")))).toBeGreaterThan(0);
  });

  it("omits revoked grants", async () => {
    const installation = await mintInstallation();
    const as = await mintMember(installation.organizationId, "auditor");
    const { companyId } = await mintCompany();
    await mintGrant(installation.client.clientId, companyId, INSTALLED_SCOPES);
    await db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: new Date() },
    });
    const { body } = await list(installation, as);
    expect(listOf(body.items).map((grant) => grant.company_id)).toEqual([companyId]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { clientImpactSchema } from "@/lib/clients/impact/schemas";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { mintCompany, mintGrant, mintMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function measured() {
  const { organizationId, client } = installation;
  const params = { organization_id: organizationId, client_id: client.clientId };
  const as = await mintMember(organizationId, "auditor");
  return clientImpactSchema.parse((await callRoute(getImpact, { params, as })).body);
}

describe("GET impact", () => {
  it("counts live grants and tokens only, and a refresh token and its successor as one", async () => {
    const ends = [{ revokedAt: new Date() }, { expiresAt: aMinuteAgo() }, { grantEpoch: 2 }];
    for (const columns of [{}, ...ends]) {
      await mintAccessToken(installation, "offline", columns);
      await mintAccessToken(installation, "online", columns);
      await mintRefreshToken(installation, columns);
    }
    const live_tokens = { offline: 1, online: 1, client_credentials: 0, refresh: 1 };
    expect(await measured()).toMatchObject({ companies: { total: 1 }, live_tokens });
    const familyId = newId();
    await mintRefreshToken(installation, { familyId, supersededAt: aMinuteAgo() });
    await mintRefreshToken(installation, { familyId });
    expect((await measured()).live_tokens.refresh).toBe(2);
  });

  it("lists at most five companies, most recently active first", async () => {
    const token = await mintAccessToken(installation, "offline");
    for (let n = 0; n < 6; n += 1) {
      const { companyId } = await mintCompany();
      await mintGrant(installation.client.clientId, companyId, INSTALLED_SCOPES);
    }
    await callProducts(token);
    await flushCalls();
    const { companies, last_call_at, last_token_at } = await measured();
    expect(companies.total).toBe(7);
    expect(companies.latest).toHaveLength(5);
    expect(companies.latest[0]).toMatchObject({ company_id: installation.companyId });
    expect(companies.latest[0]?.last_call_at).toBe(last_call_at);
    expect(last_token_at).not.toBeNull();
  });

  it("returns zeros for an unused client", async () => {
    await db().grant.update({
      where: { id: installation.grantId },
      data: { revokedAt: new Date() },
    });
    expect(await measured()).toEqual({
      companies: { total: 0, latest: [] },
      live_tokens: { offline: 0, online: 0, client_credentials: 0, refresh: 0 },
      calls_7_days: 0,
      last_call_at: null,
      last_token_at: null,
    });
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { mintCompanyMember, mintManagementToken } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callProducts } from "@/test/requests/call-products";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function callsOf({ client }: Installation) {
  await flushCalls();
  return db().call.findMany({ where: { clientId: client.clientId } });
}

describe("spec 5: the caller recorded in the API log", () => {
  it("is the extension's system user for an offline token", async () => {
    const requestId = newId();
    const token = await mintAccessToken(installation, "offline");
    await callProducts(token, { "x-request-id": requestId, query: "?page_no=1&page_size=5" });
    expect(await callsOf(installation)).toMatchObject([
      {
        callerKind: "system_user",
        systemUserId: installation.client.systemUserId,
        userId: null,
        companyId: installation.companyId,
        organizationId: null,
        scope: "company/products/read",
        method: "GET",
        path: "/service/application/catalog/v1.0/products/",
        status: 200,
        milliseconds: expect.any(Number),
        gateKeyId: null,
        denial: null,
        requestId,
      },
    ]);
  });

  it("is the authorizing seller for an online token", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const token = await mintAccessToken(installation, "online", { userId: staff.userId });
    await callProducts(token);
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "seller", systemUserId: null, userId: staff.userId },
    ]);
  });

  it("is the client's system user for its own token", async () => {
    const { body } = await callToken("online", installation, {
      json: { grant_type: "client_credentials" },
    });
    await callProducts(textOf(body.access_token));
    expect(await callsOf(installation)).toMatchObject([
      { callerKind: "system_user", systemUserId: installation.client.systemUserId },
    ]);
  });

  it("gets its own id when the caller chose the request id, so that no call can hide another", async () => {
    const token = await mintAccessToken(installation, "offline");
    const requestId = `call-${installation.companyId}`;
    await Promise.all([1, 2, 3].map(() => callProducts(token, { "x-request-id": requestId })));
    const calls = await callsOf(installation);
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      const second = Math.floor(call.createdAt.getTime() / 1000);
      expect(call.requestId).toMatch(/^[0-9a-f]{24}$/);
      expect(Number.parseInt(call.requestId.slice(0, 8), 16)).toBe(second);
    }
  });

  it("is recorded with the failed check when the token does not allow the call", async () => {
    const token = await mintAccessToken(installation, "offline", {
      scopes: ["company/orders/read"],
    });
    await callProducts(token);
    expect(await callsOf(installation)).toMatchObject([
      { status: 403, denial: "access_token_scope", scope: null },
    ]);
  });

  it("is recorded with the status of an allowed call that failed", async () => {
    const token = await mintAccessToken(installation, "offline");
    await callProducts(token, { query: "?page_no=0" });
    expect(await callsOf(installation)).toMatchObject([
      { status: 400, denial: null, scope: "company/products/read" },
    ]);
  });

  it("is recorded for the organization whose token cannot call for a company", async () => {
    const { organizationId } = installation;
    const { token, client } = await mintManagementToken(organizationId, ["company/products/read"]);
    await callProducts(token);
    await flushCalls();
    expect(await db().call.findMany({ where: { clientId: client.clientId } })).toMatchObject([
      { companyId: null, organizationId, status: 401, denial: "company" },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { beginLogFacts, endLogFacts } from "@/lib/core/http/log-facts";
import { mintCompanyMember, mintManagementToken } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callerOf, gateScene, ORDERS, ordersOf } from "@/test/requests/gate-scene";

const { ask, callsOf, installation, offline } = gateScene();

describe("an allowed call", () => {
  it("with an offline token names the extension, its company and its system user, also in the API log", async () => {
    const { client, companyId } = installation();
    const { clientId, systemUserId } = client;
    const answer = await ask({ token: await offline(), uri: `${ordersOf(companyId)}?status=open` });
    expect(answer.status).toBe(200);
    const requestId = answer.headers.get("x-latchkey-request-id");
    expect(requestId).toMatch(/^[0-9a-f]{24}$/);
    expect(callerOf(answer)).toEqual({
      "client-id": clientId,
      "company-id": String(companyId),
      "organization-id": "",
      subject: `system:${systemUserId}`,
      "token-kind": "offline",
      scopes: INSTALLED_SCOPES.join(" "),
      "request-id": requestId,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toBe(requestId);
    expect(await callsOf()).toMatchObject([
      {
        requestId,
        clientId,
        companyId,
        organizationId: null,
        userId: null,
        callerKind: "system_user",
        systemUserId,
        scope: "company/orders/read",
        method: "GET",
        path: ORDERS,
        status: null,
        milliseconds: null,
        denial: null,
      },
    ]);
  });

  it("with an online token names the person, by the platform's id where there is one", async () => {
    const staff = await mintCompanyMember(installation().companyId, "staff");
    const token = await mintAccessToken(installation(), "online", { userId: staff.userId });
    expect(callerOf(await ask({ token }))).toMatchObject({
      subject: `user:${staff.userId}`,
      "token-kind": "online",
    });
    const externalId = `s-${staff.userId}@"shop",1`;
    await db().user.update({ where: { id: staff.userId }, data: { externalId } });
    expect(callerOf(await ask({ token })).subject).toBe(`user:${externalId}`);
  });

  it("with an organization's token names the organization and no company", async () => {
    const { organizationId } = installation();
    const { token, client } = await mintManagementToken(organizationId, [
      "organization/clients/read",
    ]);
    const answer = await ask({ token, uri: "/organization" });
    expect(callerOf(answer)).toMatchObject({
      "client-id": client.clientId,
      "company-id": "",
      "organization-id": organizationId,
      "token-kind": "client_credentials",
    });
  });

  it("has only the scopes that the grant and the client still have", async () => {
    const token = await offline();
    const data = { scopes: ["company/orders/read"] };
    await db().grant.update({ where: { id: installation().grantId }, data });
    expect(callerOf(await ask({ token })).scopes).toBe("company/orders/read");
    expect((await ask({ token, uri: "/products" })).status).toBe(403);
  });

  it("needs one of the rule's `any` scopes, which the API log names, and all of its `all` scopes", async () => {
    const scopes = ["company/products/write", "company/orders/read", "company/orders/write"];
    const { client, grantId } = installation();
    await db().client.update({ where: { clientId: client.clientId }, data: { scopes } });
    await db().grant.update({ where: { id: grantId }, data: { scopes } });
    const token = await mintAccessToken(installation(), "offline", { scopes });
    for (const uri of ["/products", ordersOf(installation().companyId)]) {
      expect((await ask({ token, uri })).status).toBe(200);
      expect((await ask({ token, uri, method: "PUT" })).status).toBe(200);
    }
    const logged = (await callsOf()).filter(({ path }) => path === "/products");
    expect(logged.map(({ scope }) => scope)).toEqual(Array(2).fill("company/products/write"));
  });

  it("is in the server's log with its client and company", async () => {
    const requestId = newId();
    const facts = beginLogFacts(requestId);
    await ask({ token: await offline(), headers: { "x-request-id": requestId } });
    endLogFacts(requestId);
    const { client, companyId } = installation();
    expect(facts).toMatchObject({ clientId: client.clientId, companyId, organizationId: null });
  });

  it("passes its trace on to the upstream, and starts none", async () => {
    const token = await offline();
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const traces: Record<string, string>[] = [
      ...[{ traceparent, tracestate: "vendor=1" }, { traceparent }, {}],
    ];
    for (const sent of traces) {
      const { headers } = await ask({ token, headers: sent });
      const trace = [...headers].filter(([name]) => name.startsWith("trace"));
      expect(Object.fromEntries(trace)).toEqual(sent);
    }
  });

  it("does not take its id in the API log from the caller", async () => {
    const token = await offline();
    const headers = { "x-request-id": "chosen-by-the-caller" };
    const { headers: answered } = await ask({ token, headers });
    expect(answered.get("x-latchkey-request-id")).toMatch(/^[0-9a-f]{24}$/);
  });
});

it("a call without a token gets 403 instead of 401 if no rule matches", async () => {
  expect((await ask({ uri: "/customers" })).status).toBe(403);
});

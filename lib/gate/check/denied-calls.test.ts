import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { aMinuteAgo } from "@/test/factories/mint-code";
import type { GatedCall } from "@/test/requests/call-gate";
import { expectChallenge, gateScene, ORDERS, ordersOf } from "@/test/requests/gate-scene";

const { ask, callsOf, failures, installation, offline } = gateScene();

type Case = {
  what: string;
  /** Changes what belongs to the installation, or says what is sent instead. */
  with: () => Partial<GatedCall> | Promise<Partial<GatedCall> | undefined>;
  status: 401 | 403;
  error: string;
  message: RegExp;
  /** The denial in the API log. */
  denial: string;
  path?: string | null;
};

const client = () => ({ where: { clientId: installation().client.clientId } });

const denials: Case[] = [
  {
    what: "lacks a scope that the client is not registered for",
    with: () => ({ uri: ordersOf(installation().companyId), method: "PUT" }),
    status: 403,
    error: "insufficient_scope",
    message: /not registered for the scope company\/orders\/write/,
    denial: "access_token_scope",
    path: ORDERS,
  },
  {
    what: "lacks all of a rule's `any` scopes",
    with: () => ({ uri: "/products", method: "PUT" }),
    status: 403,
    error: "insufficient_scope",
    message: /company\/prices\/write/,
    denial: "access_token_scope",
    path: "/products",
  },
  {
    what: "has expired",
    with: async () => {
      await db().accessToken.updateMany({ ...client(), data: { expiresAt: aMinuteAgo() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /has expired/,
    denial: "access_token_live",
  },
  {
    what: "was revoked",
    with: async () => {
      await db().accessToken.updateMany({ ...client(), data: { revokedAt: new Date() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /was revoked/,
    denial: "grant_live",
  },
  {
    what: "belongs to a removed grant",
    with: async () => {
      await db().grant.updateMany({ ...client(), data: { revokedAt: new Date() } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /was revoked/,
    denial: "grant_live",
  },
  {
    what: "belongs to a suspended extension",
    with: async () => {
      const data = { suspendedAt: new Date(), suspensionReason: "It sold data" };
      await db().client.updateMany({ ...client(), data });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /suspended this extension: It sold data/,
    denial: "client_not_suspended",
  },
  {
    what: "is for a suspended company",
    with: async () => {
      const where = { id: installation().companyId };
      await db().company.update({ where, data: { status: "suspended" } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /^The platform has suspended company \d+\.$/,
    denial: "subject_active",
  },
  {
    what: "belongs to an inactive client",
    with: async () => {
      await db().client.updateMany({ ...client(), data: { isActive: false } });
      return undefined;
    },
    status: 401,
    error: "invalid_token",
    message: /inactive/,
    denial: "client_active",
  },
  {
    what: "calls a path without a rule",
    with: () => ({ uri: "/customers" }),
    status: 403,
    error: "call_denied",
    message: /no rule for this method and path/,
    denial: "gate_rule",
    path: null,
  },
  {
    what: "calls with a method without a rule",
    with: () => ({ method: "DELETE" }),
    status: 403,
    error: "call_denied",
    message: /no rule for this method and path/,
    denial: "gate_rule",
    path: null,
  },
  {
    what: "calls a path that can be read in two ways",
    with: () => ({ uri: "/ping/..%2fx" }),
    status: 403,
    error: "call_denied",
    message: /different ways/,
    denial: "path",
    path: null,
  },
];

describe.each(denials)("a token that $what", (each) => {
  it("is denied on the next call, and the response and both logs give the reason", async () => {
    const token = await offline();
    expect((await ask({ token })).status).toBe(200);
    const change = (await each.with()) ?? {};
    const answer = await ask({ token, ...change });
    expect([answer.status, answer.body.error]).toEqual([each.status, each.error]);
    expect(answer.body.message).toMatch(each.message);
    expectChallenge(answer, each.status === 401 ? "invalid_token" : "insufficient_scope");
    const calls = await callsOf();
    expect(calls).toHaveLength(2);
    // Both can be of the same millisecond, so their order says nothing.
    expect(calls.find(({ requestId }) => requestId === answer.body.request_id)).toMatchObject({
      clientId: installation().client.clientId,
      companyId: installation().companyId,
      scope: null,
      method: change.method ?? "GET",
      path: each.path === undefined ? "/ping/{name}" : each.path,
      status: each.status,
      denial: each.denial,
    });
    expect(await failures()).toMatchObject([
      {
        kind: "bearer",
        reason: each.error,
        check: each.denial,
        authenticated: true,
        requestId: answer.body.request_id,
      },
    ]);
  });
});

it("the failure log says which scopes a call needs and which the token has", async () => {
  await ask({ token: await offline(), uri: ordersOf(installation().companyId), method: "PUT" });
  expect(await failures()).toMatchObject([
    {
      difference: [
        {
          name: "scope_needed",
          values: {
            needed: "company/orders/write",
            scopes: "company/orders/read, company/products/read",
          },
        },
      ],
      fix: { kind: "request_scopes", scopes: ["company/orders/write"] },
    },
  ]);
});

it("a client that is denied repeatedly has all denials in the API log", async () => {
  const token = await offline();
  for (let batch = 0; batch < 10; batch += 1) {
    await Promise.all(Array.from({ length: 8 }, () => ask({ token, uri: "/customers" })));
  }
  expect(await callsOf()).toHaveLength(80);
});

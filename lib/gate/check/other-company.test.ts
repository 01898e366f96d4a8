import { describe, expect, it } from "vitest";
import { mintCompany, mintManagementToken } from "@/test/factories/mint";
import { expectChallenge, gateScene, ORDERS, ordersOf } from "@/test/requests/gate-scene";

const { ask, callsOf, failures, installation, offline } = gateScene();

describe("security 86: a path of another company than the token's", () => {
  const spellings: ((own: number) => string)[] = [
    (own) => `0${own}`,
    (own) => `+${own}`,
    (own) => `-${own}`,
    (own) => `${own}.0`,
    (own) => `${own}e0`,
    (own) => `0x${own.toString(16)}`,
    (own) => `${own}n`,
    (own) => `${own}%20`,
    (own) => `%20${own}`,
    (own) =>
      String(own).replace(/\d/g, (digit) =>
        encodeURIComponent(String.fromCodePoint(0x660 + Number(digit))),
      ),
    (own) =>
      String(own).replace(/\d/g, (digit) =>
        encodeURIComponent(String.fromCodePoint(0xff10 + Number(digit))),
      ),
    (own) => `${own},${own + 1}`,
    (own) => `${own}%2c1`,
    () => "null",
    () => "me",
    () => "{company_id}",
    () => "9007199254740993",
  ];

  it("is denied, in the response and both logs", async () => {
    const { companyId: other } = await mintCompany();
    const answer = await ask({ token: await offline(), uri: ordersOf(other) });
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toBe(
      `The path is about company ${other}, but the access token is for company ${installation().companyId}.`,
    );
    expectChallenge(answer);
    expect(await callsOf()).toMatchObject([{ denial: "company", path: ORDERS, scope: null }]);
    const fix = { kind: "use_other_company", company_id: installation().companyId };
    expect(await failures()).toMatchObject([{ check: "company", fix }]);
  });

  it.each(spellings.map((spell) => [spell(42), spell] as const))(
    "is denied even if it spells the token's company differently, such as %s for 42",
    async (_example, spell) => {
      const uri = ordersOf(spell(installation().companyId));
      expect((await ask({ token: await offline(), uri })).status).toBe(403);
    },
  );

  it("is denied when a query names another company", async () => {
    const token = await offline();
    const ownCompanyId = installation().companyId;
    const uri = ordersOf(ownCompanyId);
    expect((await ask({ token, uri: `${uri}?company_id=${ownCompanyId}` })).status).toBe(200);
    for (const query of [
      `company_id=${ownCompanyId + 1}`,
      `company_id=${ownCompanyId}&company_id=${ownCompanyId + 1}`,
      "COMPANY%5Fid[]=1",
    ]) {
      const answer = await ask({ token, uri: `${uri}?${query}` });
      expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    }
  });

  it("is denied for a token of an organization", async () => {
    const { token } = await mintManagementToken(installation().organizationId, [
      "organization/clients/read",
    ]);
    const answer = await ask({ token, uri: ordersOf(installation().companyId) });
    expect([answer.status, answer.body.error]).toEqual([403, "call_denied"]);
    expect(answer.body.message).toContain("for an organization");
  });
});

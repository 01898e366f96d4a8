import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { type changeClient, mintScene } from "@/test/factories/mint-scene";
import { type Asker, askToken, failedChecks } from "@/test/requests/token-at-scene";

const [ORDERS = ""] = INSTALLED_SCOPES;
const [READ, WRITE] = ["organization/clients/read", "organization/clients/write"];

/** A client, with scopes of both kinds, of its own organization, which a company has installed. */
async function mintAskers(): Promise<Record<"company" | "organization", Asker>> {
  const scene = await mintScene("company");
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, { scopes: [READ, WRITE, ORDERS] });
  const installation = { ...scene.installation, organizationId, client };
  return {
    company: scene,
    organization: { installation, subject: { companyId: null, organizationId } },
  };
}

let askers: Awaited<ReturnType<typeof mintAskers>>;

beforeEach(async () => {
  askers = await mintAskers();
});

const ask = (of: "company" | "organization", json: Record<string, unknown> = {}) =>
  askToken("online", askers[of], { json: { grant_type: "client_credentials", ...json } });

const change = (of: "company" | "organization", data: Parameters<typeof changeClient>[0]) => {
  const { clientId } = askers[of].installation.client;
  return db().client.update({ where: { clientId }, data });
};

describe("sdk: client_credentials", () => {
  it.each([
    ["company", INSTALLED_SCOPES, ORDERS],
    ["organization", [READ, WRITE], READ],
  ] as const)(
    "for a %s gives its own scopes, or fewer, without a refresh token",
    async (...row) => {
      const [of, scopes, fewer] = row;
      const { body } = await ask(of);
      expect(body).toEqual({
        ...{ access_token: expect.any(String), token_type: "Bearer", expires_in: "3600" },
        ...{ expires_at: expect.any(String), scope: scopes.join() },
      });
      expect((await ask(of, { scope: [fewer] })).body.scope).toBe(fewer);
      const { client } = askers[of].installation;
      const [stored] = await db().accessToken.findMany({ where: { clientId: client.clientId } });
      const own = { ...askers[of].subject, userId: null, secretId: client.secretId };
      expect(stored).toMatchObject({ ...own, kind: "client_credentials" });
    },
  );

  it.each([
    ["company", { scope: "company/legal/write" }, "The client cannot have: company/legal/write."],
    ["organization", { scope: "organization/x" }, "The client cannot have: organization/x."],
    ["organization", { scope: `${READ}|${WRITE}` }, "separated by a comma or a space, not by |"],
    [
      "organization",
      { scope: ORDERS },
      `An organization's own token cannot have: ${ORDERS}. Get a token for a company.`,
    ],
  ] as const)("for a %s is denied for the scopes %j: %s", async (of, json, message) => {
    const { status, body } = await ask(of, json);
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
    expect(body.message).toContain(message);
  });

  it.each([
    ["organization", [ORDERS], "invalid_scope"],
    ["company", [], "invalid_scope"],
  ] as const)(
    "for an %s is denied to a client without a scope that it can have",
    async (...row) => {
      const [of, scopes, error] = row;
      await change(of, { scopes: [...scopes] });
      expect((await ask(of)).body.error).toBe(error);
    },
  );

  it.each(["company", "organization"] as const)(
    "for a %s is denied to a client that is not registered for it",
    async (of) => {
      await change(of, { grantTypes: ["authorization_code"] });
      const { status, body } = await ask(of);
      expect([status, body.error]).toEqual([400, "unauthorized_client"]);
      const { clientId } = askers[of].installation.client;
      expect(await failedChecks(clientId)).toEqual(["grant_registered"]);
    },
  );
});

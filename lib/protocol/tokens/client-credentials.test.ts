import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
} from "@/test/factories/mint-scene";
import { askToken, failedChecks } from "@/test/requests/token-at-scene";

const [ORDERS = ""] = INSTALLED_SCOPES;
const [READ, WRITE] = ["organization/clients/read", "organization/clients/write"];

const ENDED = { revokedAt: new Date() };

type Of = "company" | "organization";
let askers: Record<Of, Scene>;

/** A client that a company has installed, and one of its own organization with scopes of both kinds. */
beforeEach(async () => {
  const scene = await mintScene("company");
  const { organizationId } = await mintOrganization();
  const client = await mintClient(organizationId, { scopes: [READ, WRITE, ORDERS] });
  const installation = { ...scene.installation, organizationId, client };
  const subject = { companyId: null, organizationId };
  askers = { company: scene, organization: { ...scene, installation, subject } };
});

const ask = (of: Of, json: Record<string, unknown> = {}) =>
  askToken("online", askers[of], { json: { grant_type: "client_credentials", ...json } });

const notRegistered = changeClient({ grantTypes: ["authorization_code"] });
const other =
  (of: Of): Change =>
  async (scene) => {
    scene.subject = (await mintScene(of)).subject;
  };
const otherClient: Change = async (scene) => {
  const client = await mintClient(scene.installation.organizationId, { scopes: INSTALLED_SCOPES });
  scene.installation = { ...scene.installation, client };
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
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: "3600",
        expires_at: expect.any(String),
        scope: scopes.join(),
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
      ...(["organization", { scope: ORDERS }] as const),
      `An organization's own token cannot have: ${ORDERS}. Get a token for a company.`,
    ],
  ] as const)("for a %s is denied for the scopes %j: %s", async (of, json, message) => {
    const { status, body } = await ask(of, json);
    expect([status, body.error]).toEqual([400, "invalid_scope"]);
    expect(body.message).toContain(message);
  });

  it.each<[Of, string, Change, string]>([
    ["company", "no scope is left", changeClient({ scopes: [] }), "invalid_scope"],
    ["organization", "no scope is left", changeClient({ scopes: [ORDERS] }), "invalid_scope"],
    ["company", "it is not registered", notRegistered, "unauthorized_client: grant_registered"],
    [
      "organization",
      "it is not registered",
      notRegistered,
      "unauthorized_client: grant_registered",
    ],
    ["company", "the grant ended", changeGrant(ENDED), "unauthorized_client: grant_live"],
    ["company", "it asks for another company", other("company"), "unauthorized_client: grant_live"],
    [
      ...(["organization", "security 47: it asks for another one", other("organization")] as const),
      "unauthorized_client: client_organization",
    ],
    [
      ...(["company", "only another client has a grant"] as const),
      ...([otherClient, "unauthorized_client: grant_live"] as const),
    ],
  ])("for a %s is denied if %s", async (of, _what, change, denial) => {
    await change(askers[of]);
    const { status, body } = await ask(of);
    const [error, check] = denial.split(": ");
    expect([status, body.error]).toEqual([400, error]);
    const { clientId } = askers[of].installation.client;
    if (check) expect(await failedChecks(clientId)).toEqual([check]);
  });

  it.each([
    ["client", changeClient({ scopes: [ORDERS] })],
    ["grant", changeGrant({ scopes: [ORDERS] })],
  ])("for a company has no scope that the %s lost", async (_what, change) => {
    await change(askers.company);
    expect((await ask("company")).body.scope).toBe(ORDERS);
  });
});

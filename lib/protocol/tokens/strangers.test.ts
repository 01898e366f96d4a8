import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, changeGrant, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import type { RouteAnswer } from "@/test/requests/call-route";
import {
  type Asker,
  askToken,
  exchangeAt,
  failedChecks,
  mintSceneCode,
  refreshAt,
} from "@/test/requests/token-at-scene";

type Holder = "company" | "organization";

const at = ({ installation }: Scene, of: Holder, id: string | number): Asker => ({
  installation,
  subject:
    of === "company"
      ? { companyId: Number(id), organizationId: null }
      : { companyId: null, organizationId: String(id) },
});

/** Who else presents what a client got for a company or organization. */
const STRANGERS: [who: string, of: Holder, by: (scene: Scene) => Promise<Asker>][] = [
  [
    "another client",
    "company",
    async ({ installation, subject }) => {
      const client = await mintClient(installation.organizationId, { scopes: INSTALLED_SCOPES });
      return { installation: { ...installation, client }, subject };
    },
  ],
  [
    "its client at another company",
    "company",
    async (scene) => at(scene, "company", (await mintCompany()).companyId),
  ],
  [
    "its client at an organization",
    "company",
    async (scene) => at(scene, "organization", (await mintOrganization()).organizationId),
  ],
  [
    "its client at a company",
    "organization",
    async (scene) => at(scene, "company", scene.installation.companyId),
  ],
  [
    "its client at another organization",
    "organization",
    async (scene) => at(scene, "organization", (await mintOrganization()).organizationId),
  ],
];

type Endpoint = {
  mint: (scene: Scene) => Promise<string>;
  present: (asker: Asker, credential: string) => Promise<RouteAnswer>;
  /** The check that fails when another client presents it; at another path, it is `company`. */
  unknown: string;
};

const mintRefresh = ({ installation, columns }: Scene) => mintRefreshToken(installation, columns);

const ENDPOINTS: [what: string, Endpoint][] = [
  [
    "a code, for an online token,",
    {
      mint: mintSceneCode,
      present: (asker, code) => exchangeAt("online", asker, code),
      unknown: "code_known",
    },
  ],
  [
    "a code, for an offline token,",
    {
      mint: mintSceneCode,
      present: (asker, code) => exchangeAt("offline", asker, code),
      unknown: "code_known",
    },
  ],
  ["a refresh token", { mint: mintRefresh, present: refreshAt, unknown: "refresh_token_known" }],
  [
    "a refresh token that rotates",
    {
      mint: async (scene) => {
        await changeClient({ refreshRotation: "confirm_on_use" })(scene);
        return mintRefresh(scene);
      },
      present: refreshAt,
      unknown: "refresh_token_known",
    },
  ],
];

const ROWS = ENDPOINTS.flatMap(([what, endpoint]) =>
  STRANGERS.map(([who, of, by]) => [what, who, of, by, endpoint] as const),
);

describe("security 30 and 31: what was issued to someone else", () => {
  it.each(ROWS)("%s presented by %s gives nothing and still works", async (...row) => {
    const [, who, of, by, { mint, present, unknown }] = row;
    const scene = await mintScene(of);
    const credential = await mint(scene);
    const asker = await by(scene);
    const { status, body } = await present(asker, credential);
    expect([status, body.error]).toEqual([400, "invalid_grant"]);
    const [check] = await failedChecks(asker.installation.client.clientId);
    expect(check).toBe(who === "another client" ? unknown : "company");
    const own = await present(scene, credential);
    expect([own.status, own.body.scope]).toEqual([200, INSTALLED_SCOPES.join()]);
    // Presented once more, it is no replay that would end its tokens.
    expect((await present(asker, credential)).body.error).toBe("invalid_grant");
    const seen = await introspect(scene.installation.client, String(own.body.access_token));
    expect(seen.body.active).toBe(true);
  });

  it.each([
    ["an access token", (scene: Scene) => mintAccessToken(scene.installation, "offline")],
    ["a refresh token", mintRefresh],
  ])("%s is inactive to another client, which cannot revoke it", async (_what, mint) => {
    const scene = await mintScene("company");
    const { client, organizationId } = scene.installation;
    const [token, other] = [await mint(scene), await mint(scene)];
    const stranger = await mintClient(organizationId, { scopes: INSTALLED_SCOPES });
    expect((await introspect(stranger, token)).body).toEqual({ active: false });
    expect((await revoke(stranger, token)).status).toBe(200);
    expect((await introspect(client, token)).body.active).toBe(true);
    expect((await revoke(client, token)).status).toBe(200);
    expect((await introspect(client, token)).body).toEqual({ active: false });
    expect((await introspect(client, other)).body.active).toBe(true);
  });
});

it("revoking an access token again keeps the time at which it was revoked first", async () => {
  const { installation } = await mintScene("company");
  const revokedAt = new Date("2026-01-01T00:00:00Z");
  await revoke(installation.client, await mintAccessToken(installation, "offline", { revokedAt }));
  const { clientId } = installation.client;
  expect(await db().accessToken.findMany({ where: { clientId } })).toMatchObject([{ revokedAt }]);
});

describe("a client's own token", () => {
  const json = { grant_type: "client_credentials" };

  it("for a company needs the company's own grant to this client", async () => {
    const scene = await mintScene("company");
    const { organizationId } = scene.installation;
    const client = await mintClient(organizationId, { scopes: INSTALLED_SCOPES });
    const elsewhere = await mintScene("company");
    expect((await askToken("online", scene, { json })).body.scope).toBe(INSTALLED_SCOPES.join());
    const denied = [
      { installation: { ...scene.installation, client }, subject: scene.subject },
      { installation: scene.installation, subject: elsewhere.subject },
    ];
    for (const asker of denied) {
      const { status, body } = await askToken("online", asker, { json });
      expect([status, body.error]).toEqual([400, "unauthorized_client"]);
      expect((await failedChecks(asker.installation.client.clientId))[0]).toBe("grant_live");
    }
    await changeGrant({ revokedAt: new Date() })(scene);
    expect((await askToken("online", scene, { json })).body.error).toBe("unauthorized_client");
  });

  it("security 47: for an organization needs a client of that organization", async () => {
    const { installation } = await mintScene("company");
    const scope = "organization/clients/read";
    const scopes = [scope, ...INSTALLED_SCOPES];
    const client = await mintClient(installation.organizationId, { scopes });
    const { organizationId } = installation;
    const own = { companyId: null, organizationId };
    const askFor = (subject: Asker["subject"]) =>
      askToken("online", { installation: { ...installation, client }, subject }, { json });
    expect((await askFor(own)).body.scope).toBe(scope);
    const elsewhere = await askFor((await mintScene("organization")).subject);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, "unauthorized_client"]);
    expect(await failedChecks(client.clientId)).toEqual(["client_organization"]);
  });
});

it("a token that is unknown is inactive, and its revocation succeeds without effect", async () => {
  const { installation } = await mintScene("company");
  for (const token of [newToken("offline"), newToken("refresh")]) {
    expect((await introspect(installation.client, token)).body).toEqual({ active: false });
    expect((await revoke(installation.client, token)).status).toBe(200);
  }
});

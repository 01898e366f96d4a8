import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintClient, mintCompany, mintOrganization } from "@/test/factories/mint";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeClient, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import type { RouteAnswer } from "@/test/requests/call-route";
import {
  type Asker,
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
const STRANGERS: Readonly<Record<string, { of: Holder; by: (scene: Scene) => Promise<Asker> }>> = {
  "another client": {
    of: "company",
    by: async ({ installation, subject }) => {
      const client = await mintClient(installation.organizationId, { scopes: INSTALLED_SCOPES });
      return { installation: { ...installation, client }, subject };
    },
  },
  "its client at another company": {
    of: "company",
    by: async (scene) => at(scene, "company", (await mintCompany()).companyId),
  },
  "its client at an organization": {
    of: "company",
    by: async (scene) => at(scene, "organization", (await mintOrganization()).organizationId),
  },
  "its client at a company": {
    of: "organization",
    by: async (scene) => at(scene, "company", scene.installation.companyId),
  },
  "its client at another organization": {
    of: "organization",
    by: async (scene) => at(scene, "organization", (await mintOrganization()).organizationId),
  },
};

type Endpoint = {
  mint: (scene: Scene) => Promise<string>;
  present: (asker: Asker, credential: string) => Promise<RouteAnswer>;
  /** The check that fails when another client presents it; at another path, it is `company`. */
  unknown: string;
};

const mintRefresh = ({ installation, columns }: Scene) => mintRefreshToken(installation, columns);
const ofCode = (kind: "online" | "offline"): Endpoint => ({
  mint: (scene) => mintSceneCode(scene),
  unknown: "code_known",
  present: (asker, code) => exchangeAt(kind, asker, code),
});
const ofRefresh = { mint: mintRefresh, present: refreshAt, unknown: "refresh_token_known" };

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "a code, for an online token,": ofCode("online"),
  "a code, for an offline token,": ofCode("offline"),
  "a refresh token": ofRefresh,
  "a refresh token that rotates": {
    ...ofRefresh,
    mint: async (scene) => {
      await changeClient({ refreshRotation: "confirm_on_use" })(scene);
      return mintRefresh(scene);
    },
  },
};

const ROWS = Object.entries(ENDPOINTS).flatMap(([what, endpoint]) =>
  Object.entries(STRANGERS).map(([who, stranger]) => [what, who, stranger, endpoint] as const),
);

describe("security 30 and 31: what was issued to someone else", () => {
  it.each(ROWS)("%s presented by %s gives nothing and still works", async (...row) => {
    const [, who, { of, by }, { mint, present, unknown }] = row;
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
    const answer = await introspect(scene.installation.client, String(own.body.access_token));
    expect(answer.body.active).toBe(true);
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

import { beforeEach, describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { issueOwnToken } from "@/lib/protocol/tokens/issue-client-token";
import { findRefreshTokenFamily, revokeAccessToken } from "@/lib/protocol/tokens/revoke-endpoint";
import { type MintedClient, mintClient } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { changeGrant, mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { contextOf, credentialsOf } from "@/test/requests/token-context";

let scene: Scene;
let other: MintedClient;

beforeEach(async () => {
  scene = await mintScene("company");
  other = await mintClient(scene.installation.organizationId, { scopes: INSTALLED_SCOPES });
});

describe("revoking an access token", () => {
  const revokedAt = async (token: string) => {
    const { tokenHash } = tokenKey(token);
    const where = { tokenHash: new Uint8Array(tokenHash) };
    return (await db().accessToken.findFirstOrThrow({ where })).revokedAt;
  };

  it("ends the client's own, and no other", async () => {
    const { installation } = scene;
    const [token, kept] = [
      await mintAccessToken(installation, "offline"),
      await mintAccessToken(installation, "offline"),
    ];
    expect(await revokeAccessToken(credentialsOf(other), tokenKey(token))).toBe(true);
    expect(await revokedAt(token)).toBeNull();
    expect(await revokeAccessToken(credentialsOf(installation.client), tokenKey(token))).toBe(true);
    expect(await revokedAt(token)).toBeInstanceOf(Date);
    expect(await revokedAt(kept)).toBeNull();
  });

  it("keeps the time at which it was revoked first", async () => {
    const first = aMinuteAgo();
    const token = await mintAccessToken(scene.installation, "offline", { revokedAt: first });
    await revokeAccessToken(credentialsOf(scene.installation.client), tokenKey(token));
    expect(await revokedAt(token)).toEqual(first);
  });
});

it("the family of a refresh token is known to its own client only", async () => {
  const { installation, grantId } = scene;
  const { tokenHash } = tokenKey(await mintRefreshToken(installation));
  const found = await findRefreshTokenFamily(credentialsOf(installation.client), tokenHash);
  expect(found?.family).toMatchObject({ grantId });
  expect(await findRefreshTokenFamily(credentialsOf(other), tokenHash)).toEqual({ family: null });
});

describe("a client's own token", () => {
  const issue = (client: MintedClient, { subject }: Scene) =>
    issueOwnToken(contextOf(client, subject), null, tokenKey(newToken("client_credentials")));

  it("for a company needs the company's own grant to this client", async () => {
    const { client } = scene.installation;
    expect(await issue(client, scene)).toMatchObject({ scopes: INSTALLED_SCOPES });
    expect(await issue(other, scene)).toMatchObject({ scopes: null, grantId: null });
    const elsewhere = await mintScene("company");
    expect(await issue(client, elsewhere)).toMatchObject({ scopes: null, grantId: null });
    await changeGrant({ revokedAt: new Date() })(scene);
    expect(await issue(client, scene)).toMatchObject({ scopes: null, grantId: null });
  });

  it("for an organization needs to belong to it", async () => {
    const organizationId = scene.installation.organizationId;
    const scopes = ["organization/clients/read"];
    const script = await mintClient(organizationId, { scopes: [...scopes, ...INSTALLED_SCOPES] });
    const ownScene = { ...scene, subject: { companyId: null, organizationId } };
    expect(await issue(script, ownScene)).toMatchObject({ scopes });
    expect(await issue(script, await mintScene("organization"))).toMatchObject({ scopes: null });
  });
});

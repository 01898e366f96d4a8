import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken, tokenKey } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import {
  introspectAccessToken,
  introspectRefreshToken,
} from "@/lib/protocol/tokens/introspect-endpoint";
import { mintClient } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import {
  type Change,
  changeClient,
  changeGrant,
  mintScene,
  type Scene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { credentialsOf } from "@/test/requests/token-context";

let scene: Scene;
let key: MintedServiceKey;
const tokens = { access: "", refresh: "" };

beforeAll(async () => {
  scene = await mintScene("company");
  tokens.access = await mintAccessToken(scene.installation, "offline");
  tokens.refresh = await mintRefreshToken(scene.installation);
});

beforeEach(async () => {
  key = await mintServiceKey(["platform/introspect"]);
});

const changeSecret = (data: Prisma.ServiceKeySecretUncheckedUpdateManyInput) =>
  db().serviceKeySecret.updateMany({ where: { keyId: key.clientId }, data });
const readSecret = ({ clientId }: MintedServiceKey) =>
  db().serviceKeySecret.findFirstOrThrow({ where: { keyId: clientId } });

describe.each(["access", "refresh"] as const)("who introspects an %s token", (kind) => {
  const ask = (caller: MintedServiceKey, token = tokens[kind]) => {
    const introspect = kind === "access" ? introspectAccessToken : introspectRefreshToken;
    return introspect(credentialsOf(caller), tokenKey(token));
  };

  it("sees those of every client with a service key that may", async () => {
    const found = { clientId: scene.installation.client.clientId, scopes: INSTALLED_SCOPES };
    expect(await ask(key)).toMatchObject({ ...found, mayIntrospect: true });
    await changeSecret({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await ask(key)).toMatchObject(found);
  });

  it("sees none with a service key that may not", async () => {
    const otherKey = await mintServiceKey(["platform/gate"]);
    expect(await ask(otherKey)).toMatchObject({ scopes: null, mayIntrospect: false });
  });

  it("is told nothing about an unknown token", async () => {
    const unknownToken = newToken(kind === "access" ? "offline" : "refresh");
    expect(await ask(key, unknownToken)).toMatchObject({ scopes: null, mayIntrospect: true });
  });

  it("sees its own system user's tokens with a client, and none of others", async () => {
    const { client } = scene.installation;
    const { systemUserId } = client;
    expect(await ask(client)).toMatchObject({ scopes: INSTALLED_SCOPES, systemUserId });
    const otherClient = await mintClient(scene.installation.organizationId, {
      scopes: INSTALLED_SCOPES,
    });
    expect(await ask(otherClient)).toMatchObject({ scopes: null, mayIntrospect: true });
  });

  it.each([
    ["its secret was revoked", () => changeSecret({ revokedAt: new Date() })],
    ["its secret expired", () => changeSecret({ expiresAt: aMinuteAgo() })],
    [
      "it was revoked",
      () =>
        db().serviceKey.update({ where: { id: key.clientId }, data: { revokedAt: new Date() } }),
    ],
  ])("is rejected with a service key if %s", async (_what, change) => {
    await change();
    expect(await ask(key)).toBeNull();
  });

  it("is rejected with the secret of another service key, or an unknown one", async () => {
    const { clientSecret } = await mintServiceKey(["platform/introspect"]);
    expect(await ask({ ...key, clientSecret })).toBeNull();
    expect(await ask({ ...key, clientSecret: newToken("service") })).toBeNull();
  });

  describe.each(["company", "organization"] as const)("of a %s", (of) => {
    const mint = async (change: Change) => {
      const otherScene = await mintScene(of);
      const token = await (kind === "access"
        ? mintAccessToken(otherScene.installation, "offline", otherScene.columns)
        : mintRefreshToken(otherScene.installation, otherScene.columns));
      await change(otherScene);
      return token;
    };

    it.each([
      ["its client is inactive", changeClient({ isActive: false })],
      ["its client was deleted", changeClient({ deletedAt: new Date() })],
      [
        "its client is suspended",
        changeClient({ suspendedAt: new Date(), suspensionReason: "Broken rules." }),
      ],
      ["its client's organization is suspended", suspendPublisher],
      ["the token's own is suspended", suspendSubject],
    ])("with a service key sees none while %s", async (_what, change) => {
      expect(await ask(key, await mint(change))).toMatchObject({ scopes: null });
    });

    it("with a service key sees the scopes that are left", async () => {
      const remainingScopes = INSTALLED_SCOPES.slice(1);
      for (const change of [
        changeClient({ scopes: remainingScopes }),
        changeGrant({ scopes: remainingScopes }),
      ]) {
        expect(await ask(key, await mint(change))).toMatchObject({ scopes: remainingScopes });
      }
    });
  });

  it("leaves a note once a minute that the service key was used", async () => {
    const otherKey = await mintServiceKey(["platform/introspect"]);
    const use = async (lastUsedAt: Date | null) => {
      await changeSecret({ lastUsedAt });
      await ask(key);
      return (await readSecret(key)).lastUsedAt?.getTime();
    };
    expect(await use(null)).toBeGreaterThan(Date.now() - 10_000);
    expect(await use(aMinuteAgo())).toBeGreaterThan(Date.now() - 10_000);
    const justNow = new Date(Date.now() - 20_000);
    expect(await use(justNow)).toBe(justNow.getTime());
    expect((await readSecret(otherKey)).lastUsedAt).toBeNull();
  });
});

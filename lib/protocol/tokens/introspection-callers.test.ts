import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES } from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintScene, type Scene } from "@/test/factories/mint-scene";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, introspectInBody } from "@/test/requests/call-administration";

const INACTIVE = { active: false };

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

const changeKey = (data: { revokedAt: Date }) =>
  db().serviceKey.update({ where: { id: key.clientId }, data });

const changeSent = async (
  other: Promise<MintedServiceKey> | Pick<MintedServiceKey, "clientSecret">,
) => {
  key = { ...key, clientSecret: (await other).clientSecret };
};

const readSecret = ({ clientId }: MintedServiceKey) =>
  db().serviceKeySecret.findFirstOrThrow({ where: { keyId: clientId } });

describe.each(["access", "refresh"] as const)("who introspects an %s token", (kind) => {
  const ask = async (caller: Pick<MintedServiceKey, "clientId" | "clientSecret">) =>
    (await introspect(caller, tokens[kind])).body;

  it("sees those of every client with a service key that may", async () => {
    const { client, companyId } = scene.installation;
    const metadata = { active: true, client_id: client.clientId, company_id: companyId };
    const expected = { ...metadata, scope: INSTALLED_SCOPES.join(" ") };
    expect(await ask(key)).toMatchObject(expected);
    expect((await introspectInBody(key, tokens[kind])).body).toMatchObject(expected);
    await changeSecret({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await ask(key)).toMatchObject(metadata);
  });

  it("reads which scope a service key lacks, before anything about the token", async () => {
    const otherKey = await mintServiceKey(["platform/gate"]);
    for (const token of [tokens[kind], ""]) {
      const { status, body } = await introspect(otherKey, token);
      expect([status, body.error]).toEqual([400, "unauthorized_client"]);
      expect(body.message).toContain("platform/introspect");
    }
    expect((await introspect(key, "")).body.error).toBe("invalid_request");
  });

  it("sees its own system user's tokens with a client, and none of others", async () => {
    const { client } = scene.installation;
    expect(await ask(client)).toMatchObject({ active: true, sub: client.systemUserId });
    const { organizationId } = await mintOrganization();
    await db().organization.update({ where: { id: organizationId }, data: { verified: true } });
    for (const clientType of ["platform", "extension", "partner"] as const) {
      const other = await mintClient(organizationId, { clientType, scopes: INSTALLED_SCOPES });
      expect(await ask(other)).toEqual(INACTIVE);
    }
  });

  it.each([
    ["its secret was revoked", () => changeSecret({ revokedAt: new Date() })],
    ["its secret expired", () => changeSecret({ expiresAt: aMinuteAgo() })],
    ["it was revoked", () => changeKey({ revokedAt: new Date() })],
    ["its secret is that of another", () => changeSent(mintServiceKey(["platform/introspect"]))],
    ["its secret is unknown", () => changeSent({ clientSecret: newToken("service") })],
  ])("is rejected with a service key if %s", async (_what, change) => {
    await change();
    expect((await ask(key)).error).toBe("invalid_client");
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

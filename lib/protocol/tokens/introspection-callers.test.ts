import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
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

const readSecret = ({ clientId }: MintedServiceKey) =>
  db().serviceKeySecret.findFirstOrThrow({ where: { keyId: clientId } });

describe.each(["access", "refresh"] as const)("who introspects an %s token", (kind) => {
  const ask = async (caller: Pick<MintedServiceKey, "clientId" | "clientSecret">) =>
    (await introspect(caller, tokens[kind])).body;

  it("sees those of every client with a service key that may", async () => {
    const { client, companyId } = scene.installation;
    const found = { active: true, client_id: client.clientId, company_id: companyId };
    const expected = { ...found, scope: INSTALLED_SCOPES.join(" ") };
    expect(await ask(key)).toMatchObject(expected);
    expect((await introspectInBody(key, tokens[kind])).body).toMatchObject(expected);
    await changeSecret({ expiresAt: new Date(Date.now() + 60_000) });
    expect(await ask(key)).toMatchObject(found);
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

  it("is told nothing about an unknown token", async () => {
    const unknownToken = newToken(kind === "access" ? "offline" : "refresh");
    expect((await introspect(key, unknownToken)).body).toEqual(INACTIVE);
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
    [
      "it was revoked",
      () =>
        db().serviceKey.update({ where: { id: key.clientId }, data: { revokedAt: new Date() } }),
    ],
  ])("is rejected with a service key if %s", async (_what, change) => {
    await change();
    expect((await ask(key)).error).toBe("invalid_client");
  });

  it("is rejected with the secret of another service key, or an unknown one", async () => {
    const { clientSecret } = await mintServiceKey(["platform/introspect"]);
    for (const secret of [clientSecret, newToken("service")]) {
      expect((await ask({ ...key, clientSecret: secret })).error).toBe("invalid_client");
    }
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

// access-tokens.test.ts has the same for access tokens.
describe.each(["company", "organization"] as const)("a refresh token of a %s", (of) => {
  const [, ...left] = INSTALLED_SCOPES;
  const suspension = { suspendedAt: new Date(), suspensionReason: "Broken rules." };

  it.each<[string, Change, string | null]>([
    ["its client is inactive", changeClient({ isActive: false }), null],
    ["its client was deleted", changeClient({ deletedAt: new Date() }), null],
    ["its client is suspended", changeClient(suspension), null],
    ["its client's organization is suspended", suspendPublisher, null],
    ["its own is suspended", suspendSubject, null],
    ["its client lost a scope", changeClient({ scopes: left }), left.join(" ")],
    ["its grant lost a scope", changeGrant({ scopes: left }), left.join(" ")],
  ])("is seen by a service key for what it is when %s", async (_what, change, scope) => {
    const { installation, columns, ...other } = await mintScene(of);
    const token = await mintRefreshToken(installation, columns);
    await change({ installation, columns, ...other });
    const { body } = await introspect(key, token);
    if (scope === null) expect(body).toEqual(INACTIVE);
    else expect(body).toMatchObject({ active: true, scope });
  });
});

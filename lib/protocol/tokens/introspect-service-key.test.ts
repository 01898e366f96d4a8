import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { type MintedServiceKey, mintServiceKey } from "@/test/factories/mint-platform";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, introspectInBody } from "@/test/requests/call-administration";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const INTROSPECT = ["platform/introspect"] as const;

/** Whether the caller can introspect an access token and a refresh token of the installation. */
async function learns(asker: MintedServiceKey): Promise<unknown[]> {
  const tokens = [
    await mintAccessToken(installation, "offline"),
    await mintRefreshToken(installation),
  ];
  return Promise.all(tokens.map(async (token) => (await introspect(asker, token)).body.active));
}

describe("a service key with platform/introspect", () => {
  it("can introspect every client's tokens", async () => {
    expect(await learns(await mintServiceKey([...INTROSPECT]))).toEqual([true, true]);
  });

  it("can also authenticate in the body", async () => {
    const key = await mintServiceKey([...INTROSPECT]);
    const token = await mintAccessToken(installation, "online");
    const { status, body } = await introspectInBody(key, token);
    expect([status, body.active, body.company_id]).toEqual([200, true, installation.companyId]);
  });

  it("records when its secret was used", async () => {
    const key = await mintServiceKey([...INTROSPECT]);
    await introspect(key, await mintAccessToken(installation, "offline"));
    const where = { keyId: key.clientId };
    const stored = await db().serviceKeySecret.findFirstOrThrow({ where });
    expect(stored.lastUsedAt).toBeInstanceOf(Date);
  });

  it("gets invalid_request if the token is missing", async () => {
    const { status, body } = await introspect(await mintServiceKey([...INTROSPECT]), "");
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });

  it.each([
    ["its secret is wrong", (key: MintedServiceKey) => ({ ...key, clientSecret: "wrong" })],
    [
      "its secret was revoked",
      async (key: MintedServiceKey) => {
        const data = { revokedAt: new Date() };
        await db().serviceKeySecret.updateMany({ where: { keyId: key.clientId }, data });
        return key;
      },
    ],
    [
      "its secret has expired",
      async (key: MintedServiceKey) => {
        const data = { expiresAt: aMinuteAgo() };
        await db().serviceKeySecret.updateMany({ where: { keyId: key.clientId }, data });
        return key;
      },
    ],
    [
      "it was revoked",
      async (key: MintedServiceKey) => {
        const data = { revokedAt: new Date() };
        await db().serviceKey.update({ where: { id: key.clientId }, data });
        return key;
      },
    ],
  ])("is rejected as invalid_client when %s", async (_what, change) => {
    const key = await change(await mintServiceKey([...INTROSPECT]));
    const { status, body } = await introspect(key, await mintAccessToken(installation, "offline"));
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});

it("the error for a service key without platform/introspect names the scope it needs", async () => {
  const key = await mintServiceKey(["platform/directory/read"]);
  const { status, body } = await introspect(key, await mintAccessToken(installation, "offline"));
  expect([status, body.error]).toEqual([400, "unauthorized_client"]);
  expect(body.message).toContain("platform/introspect");
});

it.each(["platform", "extension", "partner"] as const)(
  "a client of type %s of a verified organization can introspect only its own tokens",
  async (clientType) => {
    const { organizationId } = await mintOrganization();
    await db().organization.update({ where: { id: organizationId }, data: { verified: true } });
    expect(await learns(await mintClient(organizationId, { clientType }))).toEqual([false, false]);
    expect(await learns(installation.client)).toEqual([true, true]);
  },
);

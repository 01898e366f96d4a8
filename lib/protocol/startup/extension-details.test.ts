import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { env } from "@/lib/core/env/env";
import { extensionDetails } from "@/lib/protocol/startup/extension-details";
import { type MintedClient, mintClient, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";

let organizationId: string;
let client: MintedClient;

beforeEach(async () => {
  ({ organizationId } = await mintOrganization());
  client = await mintClient(organizationId, { baseUrl: "https://shipfast.example.com" });
});

async function ask(authorization: string | null, apiKey = client.clientId): Promise<RouteAnswer> {
  const response = await extensionDetails(
    new Request(`${env().baseUrl}/service/panel/partners/v1.0/extensions/details/${apiKey}`, {
      headers: authorization === null ? {} : { authorization },
    }),
  );
  return readAnswer(response);
}

/** The client's credentials once it was changed. */
async function changeTo(data: Prisma.ClientUpdateInput): Promise<string> {
  await db().client.update({ where: { clientId: client.clientId }, data });
  return basic(client);
}

describe("sdk: the startup request for extension details", () => {
  it.each(["Basic", "Bearer"])("accepts %s credentials", async (scheme) => {
    const { status, headers, body } = await ask(basic(client, scheme));
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      scope: ["company/products/read", "company/orders/read"],
      base_url: "https://shipfast.example.com",
      name: "Shipfast",
      extension_type: "public",
      api_key: client.clientId,
    });
  });

  it("counts as a use of the secret", async () => {
    await ask(basic(client));
    const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: client.secretId } });
    expect(secret.lastUsedAt).not.toBeNull();
  });

  it.each<[string, () => string | null | Promise<string | null>]>([
    ["no credentials", () => null],
    ["a wrong secret", () => basic({ ...client, clientSecret: "wrong" })],
    ["an unknown key", () => basic({ ...client, clientId: "0123456789abcdef01234567" })],
    ["another scheme", () => basic(client, "Digest")],
    ["another extension of the organization", async () => basic(await mintClient(organizationId))],
    ["a deleted client", () => changeTo({ deletedAt: new Date() })],
    [
      "a secret past its overlap",
      async () => {
        const where = { id: client.secretId };
        await db().clientSecret.update({ where, data: { expiresAt: aMinuteAgo() } });
        return basic(client);
      },
    ],
  ])("returns 401 with a message for %s", async (_what, authorization) => {
    const { status, headers, body } = await ask(await authorization());
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Basic /);
    expect(body).toMatchObject({ error: "invalid_client", message: expect.any(String) });
  });

  it("security 62: reports an inactive client to callers with its secret", async () => {
    const { status, body } = await ask(await changeTo({ isActive: false }));
    expect([status, body.error]).toEqual([400, "unauthorized_client"]);
    expect(body.message).toMatch(/inactive/);
  });
});

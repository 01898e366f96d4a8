import { beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { findOrganizationToken } from "@/lib/protocol/bearer/find-organization-token";
import {
  accessTokenRecordSchema,
  importAccessTokens,
  importRefreshTokens,
} from "@/lib/protocol/tokens/import-token";
import {
  type MintedClient,
  mintClient,
  mintCompanyMember,
  mintOrganization,
} from "@/test/factories/mint";
import { aMinuteAgo, mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import {
  mintAccessToken,
  mintImportedAccessToken,
  mintRefreshToken,
} from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { statusOf } from "@/test/requests/import-lines";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** Tokens of forms that other servers issue; unique, because hashes are. */
const forms: [string, () => string][] = [
  ["a UUID", () => crypto.randomUUID()],
  ["a JWT", () => `eyJhbGciOiJSUzI1NiJ9.${newId().repeat(60)}.c2ln`],
  ["hexadecimal", () => newId()],
  ["our prefix without our checksum", () => `lkr_${newId()}`],
  ["the prefix of our secrets", () => `lks_${newId()}`],
  ["printable characters", () => `a b%41+/=:"\\~${newId()}`],
];

const importRefreshToken = (token: string, columns = {}) =>
  mintRefreshToken(installation, { codeHash: null, tokenHash: storedHash(token), ...columns });
const importAccessToken = (token: string, columns = {}) =>
  mintImportedAccessToken(installation, "offline", {
    tokenHash: storedHash(token),
    ...columns,
  });
const setRotation = (refreshRotation: "none" | "confirm_on_use") =>
  db().client.update({
    where: { clientId: installation.client.clientId },
    data: { refreshRotation },
  });

it.each(forms)(
  "an imported token in the form of %s is used like any other",
  async (_form, make) => {
    const [token, accessToken] = [make(), make()];
    expect((await refresh(installation, token)).body.error).toBe("invalid_grant");
    expect((await callProducts(accessToken)).body.error).toBe("invalid_token");
    await importRefreshToken(token);
    const { status, body } = await refresh(installation, token);
    expect([status, body.refresh_token]).toEqual([200, token]);
    await importAccessToken(accessToken);
    const issued = [accessToken, textOf(body.access_token)];
    for (const each of issued) expect((await callProducts(each)).status).toBe(200);
    for (const each of [accessToken, token]) {
      expect((await introspect(installation.client, each)).body.active).toBe(true);
      await revoke(installation.client, each);
      expect((await introspect(installation.client, each)).body).toEqual({ active: false });
    }
    expect((await refresh(installation, token)).body.error).toBe("invalid_grant");
    for (const each of issued) expect((await callProducts(each)).status).toBe(401);
  },
);

it("an organization's imported token works on the management API", async () => {
  const { organizationId, client } = installation;
  const token = crypto.randomUUID();
  await db().accessToken.create({
    data: {
      tokenHash: storedHash(token),
      kind: "client_credentials",
      clientId: client.clientId,
      organizationId,
      scopes: [],
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  expect(await findOrganizationToken(token)).toMatchObject({ organizationId });
});

describe("an imported refresh token", () => {
  it("is superseded by the first use of its successor, and a later use of it revokes the family", async () => {
    await setRotation("confirm_on_use");
    const token = crypto.randomUUID();
    await importRefreshToken(token);
    const first = await refresh(installation, token);
    const successor = textOf(first.body.refresh_token);
    expect(successor).not.toBe(token);
    const second = await refresh(installation, successor);
    expect(second.status).toBe(200);
    await db().refreshToken.update({
      where: { tokenHash: storedHash(token) },
      data: { supersededAt: aMinuteAgo() },
    });
    const replayed = await refresh(installation, token);
    expect([replayed.status, replayed.body.error]).toEqual([400, "invalid_grant"]);
    for (const { body } of [first, second]) {
      expect((await callProducts(textOf(body.access_token))).status).toBe(401);
    }
    expect((await refresh(installation, textOf(second.body.refresh_token))).status).toBe(400);
  });

  it("leaves no live token when it is revoked while it rotates", async () => {
    await setRotation("confirm_on_use");
    const token = crypto.randomUUID();
    await importRefreshToken(token);
    const uses = Array.from({ length: 8 }, () => refresh(installation, token));
    await Promise.all([...uses, revoke(installation.client, token)]);
    expect(await countUnrevoked(installation.client.clientId)).toEqual({ access: 0, refresh: 0 });
  });

  it("ends the earlier imported offline tokens of its grant, and no other, when it is revoked", async () => {
    const token = crypto.randomUUID();
    await importRefreshToken(token);
    const [before, after] = [crypto.randomUUID(), crypto.randomUUID()];
    await importAccessToken(before);
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const others = [
      after,
      textOf(body.access_token),
      await mintAccessToken(installation, "online"),
      await mintAccessToken(await mintInstallation(), "offline"),
    ];
    await revoke(installation.client, token);
    await importAccessToken(after);
    expect((await callProducts(before)).status).toBe(401);
    for (const each of others) expect((await callProducts(each)).status).toBe(200);
  });

  it("does not revive other tokens when its revocation commits after a later one", async () => {
    const token = crypto.randomUUID();
    await importRefreshToken(token);
    const [created, ended] = [1_000, 2_000].map((ms) => new Date(Date.now() + ms));
    const other = crypto.randomUUID();
    await importAccessToken(other, { createdAt: created });
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { importsEndedAt: ended ?? null } });
    await revoke(installation.client, token);
    expect((await callProducts(other)).status).toBe(401);
  });
});

describe("an imported access token", () => {
  const recordOf = (fields: object) =>
    accessTokenRecordSchema.parse({
      type: "access_token",
      client_id: installation.client.clientId,
      company_id: installation.companyId,
      scopes: INSTALLED_SCOPES,
      ...fields,
    });

  const store = (token: object, expiresAt: number) =>
    importAccessTokens(db(), [
      recordOf({ ...token, expires_at: new Date(expiresAt).toISOString() }),
    ]);

  it("lives for at most a day, however it is given", async () => {
    const token = crypto.randomUUID();
    for (const form of [{ token }, { token_sha256: sha256(token).toString("hex") }]) {
      expect(await store(form, Date.now() + DAY_MS + 60_000)).toMatchObject([
        { code: "invalid_request", message: expect.stringContaining("at most a day") },
      ]);
    }
    expect((await callProducts(token)).status).toBe(401);
    expect((await store({ token }, Date.now() + DAY_MS)).map(statusOf)).toEqual(["created"]);
    expect((await callProducts(token)).status).toBe(200);
  });

  it("that Latchkey issued is rejected if it would outlive the partition of its day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - DAY_MS });
    const token = newToken("offline");
    vi.useRealTimers();
    const endOfLife = (dayOfToken(token) + 2) * DAY_MS;
    expect(await store({ token }, endOfLife + 1)).toMatchObject([
      { message: expect.stringContaining(new Date(endOfLife).toISOString()) },
    ]);
    expect((await store({ token }, endOfLife)).map(statusOf)).toEqual(["created"]);
  });

  it.each(["with space", 'quote"d-token', "=starts-wrong", "ünsendable"])(
    "must be sendable as Bearer, unlike %j",
    (token) => {
      const expires_at = new Date(Date.now() + 60_000).toISOString();
      expect(() => recordOf({ token, expires_at })).toThrow("must be a bearer token");
    },
  );

  it("of a grant that was removed says so instead of asking for the grant", async () => {
    const { clientId } = installation.client;
    await db().grant.updateMany({ where: { clientId }, data: { revokedAt: new Date(), epoch: 2 } });
    const fields = { expires_at: new Date(Date.now() + 60_000).toISOString() };
    const outcomes = [
      ...(await importAccessTokens(db(), [recordOf({ token: crypto.randomUUID(), ...fields })])),
      ...(await importRefreshTokens(db(), [
        { ...recordOf({ token: crypto.randomUUID(), ...fields }), type: "refresh_token" },
      ])),
    ];
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ message: expect.stringContaining("The grant was removed") });
    }
  });
});

describe("imported credentials", () => {
  const secrets = ["100% sure+", "a%41b", "a+b c", "p:w:d", "%E0%A4%A", "ünïcode is printable"];

  async function importClient(clientSecret: string): Promise<MintedClient> {
    const { organizationId } = await mintOrganization();
    const scopes = ["organization/clients/read"];
    const client = await mintClient(organizationId, { scopes });
    const data = { secretHash: storedHash(clientSecret), encrypted: null, encryptionKeyId: null };
    await db().clientSecret.update({ where: { id: client.secretId }, data });
    installation = { ...installation, organizationId };
    return { ...client, clientSecret };
  }

  const pairs = (id: string, secret: string) => ({
    raw: `${id}:${secret}`,
    "percent-encoded": `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`,
    "form-encoded": new URLSearchParams([[id, secret]]).toString().replace("=", ":"),
  });

  const requestOwnToken = (
    client: MintedClient,
    more: Record<string, string>,
    authorization: string | null,
  ) =>
    callToken(
      "online",
      { ...installation, client },
      {
        json: { grant_type: "client_credentials", ...more },
        authorization,
        subject: `organization/${installation.organizationId}`,
      },
    );

  it.each(secrets)("with the secret %j authenticate in every usual encoding", async (secret) => {
    const client = await importClient(secret);
    const inBody = { client_id: client.clientId, client_secret: secret };
    for (const [encoding, pair] of Object.entries(pairs(client.clientId, secret))) {
      const header = `Basic ${Buffer.from(pair).toString("base64")}`;
      const more = encoding === "raw" ? inBody : {};
      expect((await requestOwnToken(client, more, header)).status, encoding).toBe(200);
    }
    expect((await requestOwnToken(client, inBody, null)).status).toBe(200);
    const wrong = { ...inBody, client_secret: `${secret}x` };
    expect((await requestOwnToken(client, wrong, null)).status).toBe(401);
  });

  it("security 50: leave no secret in the failure log, even when it is sent as the id", async () => {
    const secret = `imported ${newId()}`;
    const likeAnId = newId();
    const client = await importClient(likeAnId);
    const { clientId } = client;
    for (const sent of [secret, likeAnId]) {
      const header = `Basic ${Buffer.from(`${sent}:${clientId}`).toString("base64")}`;
      await requestOwnToken(client, { scope: sent }, header);
      await requestOwnToken(client, { client_id: sent, client_secret: clientId }, null);
      await requestOwnToken(client, { client_id: clientId, client_secret: `${sent}!` }, null);
    }
    const rows = await db().$queryRaw<{ row: string }[]>`
      SELECT row_to_json(e)::text AS row FROM authorization_events e
      WHERE created_at > now() - interval '1 minute'`;
    const stored = rows.map(({ row }) => row).join("\n");
    expect([stored.includes(secret), stored.includes(likeAnId)]).toEqual([false, false]);
    expect(stored).toContain(clientId);
  });
});

it("a person with an id of the platform is identified by it everywhere; anyone else by our id", async () => {
  const serviceKey = await mintServiceKey(["platform/introspect"]);
  const { userId } = await mintCompanyMember(installation.companyId, "staff");
  const externalId = `staff.${newId()}@platform`;
  await db().user.update({ where: { id: userId }, data: { externalId } });
  for (const [id, subject] of [
    [userId, externalId],
    [installation.seller.userId, installation.seller.userId],
  ] as const) {
    const code = await mintCode(installation, { userId: id, sessionId: null });
    const { body } = await exchange("online", installation, code);
    expect(body.current_user).toMatchObject({ _id: subject, id: subject });
    const seen = await introspect(serviceKey, textOf(body.access_token));
    expect(seen.body).toMatchObject({ sub: subject, caller: "seller" });
  }
});

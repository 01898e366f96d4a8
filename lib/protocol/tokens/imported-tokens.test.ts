import { beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { findOrganizationToken } from "@/lib/protocol/bearer/authenticate-caller";
import {
  accessTokenRecordSchema,
  importAccessTokens,
  refreshTokenRecordSchema,
} from "@/lib/protocol/tokens/import-token";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintScene } from "@/test/factories/mint-scene";
import {
  mintAccessToken,
  mintImportedAccessToken,
  mintRefreshToken,
} from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { exchange, refresh } from "@/test/requests/call-token";
import { statusOf } from "@/test/requests/import-lines";
import { countUnrevoked } from "@/test/requests/live-tokens";
import { textOf } from "@/test/requests/read-json";

const DAY_MS = 86_400_000;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const statusAt = async (token: string) => (await callProducts(token)).status;
const storeRefreshToken = async (token: string = crypto.randomUUID()) => {
  await mintRefreshToken(installation, { codeHash: null, tokenHash: storedHash(token) });
  return token;
};

/** Tokens of forms that other servers issue; unique, because hashes are. */
it.each<[string, () => string]>([
  ["a UUID", () => crypto.randomUUID()],
  ["a JWT", () => `eyJhbGciOiJSUzI1NiJ9.${newId().repeat(60)}.c2ln`],
  ["hexadecimal", () => newId()],
  ["our prefix without our checksum", () => `lkr_${newId()}`],
  ["the prefix of our secrets", () => `lks_${newId()}`],
  ["printable characters", () => `a b%41+/=:"\\~${newId()}`],
])("an imported token in the form of %s is used like any other", async (_form, make) => {
  const [token, accessToken] = [make(), make()];
  expect((await refresh(installation, token)).body.error).toBe("invalid_grant");
  expect((await callProducts(accessToken)).body.error).toBe("invalid_token");
  await storeRefreshToken(token);
  const { status, body } = await refresh(installation, token);
  expect([status, body.refresh_token]).toEqual([200, token]);
  await mintImportedAccessToken(installation, "offline", { tokenHash: storedHash(accessToken) });
  const issued = [accessToken, textOf(body.access_token)];
  for (const each of issued) expect(await statusAt(each)).toBe(200);
  for (const each of [accessToken, token]) {
    expect((await introspect(installation.client, each)).body.active).toBe(true);
    await revoke(installation.client, each);
    expect((await introspect(installation.client, each)).body).toEqual({ active: false });
  }
  expect((await refresh(installation, token)).body.error).toBe("invalid_grant");
  for (const each of issued) expect(await statusAt(each)).toBe(401);
});

it("an imported token of an organization is one on the management API", async () => {
  const { installation: of, columns } = await mintScene("organization");
  const token = await mintImportedAccessToken(of, "offline", columns);
  const { organizationId } = columns;
  expect(await findOrganizationToken(token)).toMatchObject({ organizationId });
});

describe("an imported refresh token that is revoked", () => {
  it("leaves no live token when it rotates at the same time", async () => {
    installation = await mintInstallation({ refreshRotation: "confirm_on_use" });
    const token = await storeRefreshToken();
    const uses = Array.from({ length: 8 }, () => refresh(installation, token));
    await Promise.all([...uses, revoke(installation.client, token)]);
    expect(await countUnrevoked(installation.client.clientId)).toEqual({ access: 0, refresh: 0 });
  });

  it("ends the earlier imported offline tokens of its grant, and no other", async () => {
    const token = await storeRefreshToken();
    const before = await mintImportedAccessToken(installation, "offline");
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const others = [
      textOf(body.access_token),
      await mintAccessToken(installation, "online"),
      await mintAccessToken(await mintInstallation(), "offline"),
    ];
    await revoke(installation.client, token);
    others.push(await mintImportedAccessToken(installation, "offline"));
    expect(await statusAt(before)).toBe(401);
    for (const each of others) expect(await statusAt(each)).toBe(200);
  });

  it("does not revive other tokens when its revocation commits after a later one", async () => {
    const token = await storeRefreshToken();
    const [createdAt, importsEndedAt] = [1_000, 2_000].map((ms) => new Date(Date.now() + ms));
    const other = await mintImportedAccessToken(installation, "offline", { createdAt });
    const where = { id: installation.grantId };
    await db().grant.update({ where, data: { importsEndedAt: importsEndedAt ?? null } });
    await revoke(installation.client, token);
    expect(await statusAt(other)).toBe(401);
  });
});

describe("an imported access token", () => {
  const recordOf = (token: object, expiresAt: number) =>
    accessTokenRecordSchema.parse({
      type: "access_token",
      client_id: installation.client.clientId,
      ...token,
      company_id: installation.companyId,
      scopes: INSTALLED_SCOPES,
      expires_at: new Date(expiresAt).toISOString(),
    });
  const store = async (token: object, expiresAt: number) =>
    (await importAccessTokens(db(), [recordOf(token, expiresAt)])).map(statusOf);

  it("lives for at most a day, however it is given", async () => {
    const token = crypto.randomUUID();
    for (const form of [{ token }, { token_sha256: sha256(token).toString("hex") }]) {
      expect(await store(form, Date.now() + DAY_MS + 60_000)).toMatchObject([
        { code: "invalid_request", message: expect.stringContaining("at most a day") },
      ]);
    }
    expect(await statusAt(token)).toBe(401);
    expect(await store({ token }, Date.now() + DAY_MS)).toEqual(["created"]);
    expect(await statusAt(token)).toBe(200);
  });

  it("that Latchkey issued is rejected if it would outlive the partition of its day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - DAY_MS });
    const token = newToken("offline");
    vi.useRealTimers();
    const endOfLife = (dayOfToken(token) + 2) * DAY_MS;
    expect(await store({ token }, endOfLife + 1)).toMatchObject([
      { message: expect.stringContaining(new Date(endOfLife).toISOString()) },
    ]);
    expect(await store({ token }, endOfLife)).toEqual(["created"]);
  });

  it.each(["with space", 'quote"d-token', "=starts-wrong", "ünsendable"])(
    "must be sendable as Bearer, unlike %j",
    (token) => {
      expect(() => recordOf({ token }, Date.now() + 60_000)).toThrow("must be a bearer token");
    },
  );

  it.each([
    ["access_token", accessTokenRecordSchema],
    ["refresh_token", refreshTokenRecordSchema],
  ])("is recorded as %s with the token or its hash, and not both", (type, schema) => {
    const { token, ...record } = recordOf({ token: crypto.randomUUID() }, Date.now() + 60_000);
    const token_sha256 = sha256(token ?? "").toString("hex");
    const accepts = (sent: object) => schema.safeParse({ ...record, type, ...sent }).success;
    const forms = [{ token }, { token_sha256 }, { token, token_sha256 }, {}];
    expect(forms.map(accepts)).toEqual([true, true, false, false]);
  });
});

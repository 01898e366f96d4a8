import { beforeEach, describe, expect, it } from "vitest";
import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { basic, callToken, exchange } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

describe("spec 2.6: the offline token response", () => {
  it("has the platform spec's fields, all strings, and no current_user", async () => {
    const { status, headers, body } = await exchange(
      "offline",
      installation,
      await mintCode(installation),
    );
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: "3600",
      expires_at: expect.any(String),
      refresh_token: expect.any(String),
      scope: INSTALLED_SCOPES.join(","),
    });
    expect(isTokenOfKind(textOf(body.access_token), "offline")).toBe(true);
    expect(isTokenOfKind(textOf(body.refresh_token), "refresh")).toBe(true);
  });

  it("security 45: must not be cached", async () => {
    const { headers } = await exchange("offline", installation, await mintCode(installation));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("pragma")).toBe("no-cache");
  });

  it("has an expires_at an hour ahead, matching expires_in", async () => {
    const before = Date.now();
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const lifetime = Date.parse(textOf(body.expires_at)) - before;
    expect(lifetime).toBeGreaterThanOrEqual(3_600_000);
    expect(lifetime).toBeLessThan(3_610_000);
  });

  it("security 50: leaves only hashes of its tokens in the database", async () => {
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const tokenHash = storedHash(textOf(body.access_token));
    expect(await db().accessToken.findFirst({ where: { tokenHash } })).not.toBeNull();
    const refreshHash = storedHash(textOf(body.refresh_token));
    const stored = await db().refreshToken.findUnique({ where: { tokenHash: refreshHash } });
    expect(stored).not.toBeNull();
    const events = await db().authorizationEvent.findMany({
      where: { clientId: installation.client.clientId },
    });
    const text = JSON.stringify(events, (_key, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).not.toMatch(/lk[onrcs]_/);
  });
});

describe("spec 4.4: obtaining an offline token", () => {
  it("accepts the platform spec's payload: credentials in header and body, scopes with commas", async () => {
    const { clientId, clientSecret } = installation.client;
    const { status, body } = await callToken("offline", installation, {
      json: {
        grant_type: "authorization_code",
        code: await mintCode(installation),
        client_id: clientId,
        client_secret: clientSecret,
        scope: "company/products/read,company/orders/read",
      },
    });
    expect(status).toBe(200);
    expect(body.scope).toBe("company/products/read,company/orders/read");
  });

  it("narrows the token to the requested scope", async () => {
    const code = await mintCode(installation);
    const { body } = await exchange("offline", installation, code, {
      scope: "company/products/read",
    });
    expect(body.scope).toBe("company/products/read");
    const row = await db().accessToken.findFirst({
      where: { tokenHash: storedHash(textOf(body.access_token)) },
    });
    expect(row?.scopes).toEqual(["company/products/read"]);
  });

  it("rejects a scope that the code was not granted and keeps the code usable", async () => {
    const code = await mintCode(installation);
    const wide = await exchange("offline", installation, code, { scope: "company/legal/write" });
    expect(wide.status).toBe(400);
    expect(wide.body.error).toBe("invalid_scope");
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });

  it("gives the token the client's own lifetime", async () => {
    installation = await mintInstallation({ accessTokenLifetime: 600 });
    const { body } = await exchange("offline", installation, await mintCode(installation));
    expect(body.expires_in).toBe("600");
  });

  it("accepts only the redirect_uri of the authorize request", async () => {
    const code = await mintCode(installation);
    const otherTokens = await exchange("offline", installation, code, {
      redirect_uri: "https://x.test/",
    });
    expect(otherTokens.body.error).toBe("invalid_grant");
    const same = await exchange("offline", installation, code, { redirect_uri: REDIRECT_URI });
    expect(same.status).toBe(200);
  });

  it("records what was issued to whom under the request id", async () => {
    const code = await mintCode(installation);
    const requestId = `offline-${installation.companyId}`;
    await callToken("offline", installation, {
      json: { grant_type: "authorization_code", code },
      headers: { "x-request-id": requestId },
    });
    expect(await db().authorizationEvent.findMany({ where: { requestId } })).toMatchObject([
      { kind: "token", outcome: "issued", reason: "offline", companyId: installation.companyId },
    ]);
  });
});

describe("spec 4.4: refreshing in the platform spec's form", () => {
  it("returns a new token for grant_type authorization_code with the used code and refresh_token", async () => {
    const code = await mintCode(installation);
    const first = await exchange("offline", installation, code);
    const { status, body } = await callToken("offline", installation, {
      json: {
        grant_type: "authorization_code",
        code,
        refresh_token: first.body.refresh_token,
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: "3600",
      expires_at: expect.any(String),
      refresh_token: first.body.refresh_token,
      scope: INSTALLED_SCOPES.join(","),
    });
    expect(body.access_token).not.toBe(first.body.access_token);
  });

  it("rejects a code of another grant", async () => {
    const { body } = await exchange("offline", installation, await mintCode(installation));
    const foreign = await mintCode(await mintInstallation());
    const answer = await callToken("offline", installation, {
      json: {
        grant_type: "authorization_code",
        code: foreign,
        refresh_token: body.refresh_token,
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe("invalid_grant");
  });

  it("does not consume a fresh code sent along", async () => {
    const refreshToken = await mintRefreshToken(installation);
    const code = await mintCode(installation);
    await callToken("offline", installation, {
      json: { grant_type: "authorization_code", code, refresh_token: refreshToken },
    });
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });
});

it("spec 5 rule 2: accepts the Authorization header alone", async () => {
  const { status } = await callToken("offline", installation, {
    json: { grant_type: "authorization_code", code: await mintCode(installation) },
    authorization: basic(installation.client),
  });
  expect(status).toBe(200);
});

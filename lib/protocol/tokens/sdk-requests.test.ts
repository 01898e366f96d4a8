import { beforeEach, describe, expect, it } from "vitest";
import { mintCode } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import {
  basic,
  callToken,
  exchange,
  SDK_HEADERS,
  type TokenCall,
} from "@/test/requests/call-token";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const kinds = ["online", "offline"] as const;

describe.each(kinds)("sdk: every known form of a request to the %s endpoint", (kind) => {
  const succeeds = async (call: TokenCall) => {
    const { status, body } = await callToken(kind, installation, call);
    expect(body).toMatchObject({ token_type: "Bearer" });
    expect(status).toBe(200);
    return body;
  };

  it("accepts authorization_code as a form (JavaScript, Java)", async () => {
    const code = await mintCode(installation);
    await succeeds({ form: { grant_type: "authorization_code", code } });
  });

  it("accepts authorization_code as JSON (Python)", async () => {
    const code = await mintCode(installation);
    await succeeds({ json: { grant_type: "authorization_code", code } });
  });

  it("accepts a Content-Type with a charset", async () => {
    const code = await mintCode(installation);
    await succeeds({
      json: { grant_type: "authorization_code", code },
      headers: { "content-type": "Application/JSON; charset=utf-8" },
    });
  });

  it("accepts refresh_token as a form and as JSON", async () => {
    const refreshToken = await mintRefreshToken(installation);
    const parameters = { grant_type: "refresh_token", refresh_token: refreshToken };
    expect((await succeeds({ form: parameters })).refresh_token).toBe(refreshToken);
    expect((await succeeds({ json: parameters })).refresh_token).toBe(refreshToken);
  });

  it("accepts authorization_code with refresh_token and no code (Kotlin)", async () => {
    const refreshToken = await mintRefreshToken(installation);
    const parameters = { grant_type: "authorization_code", refresh_token: refreshToken };
    expect((await succeeds({ form: parameters })).refresh_token).toBe(refreshToken);
    expect((await succeeds({ json: { ...parameters, code: null } })).refresh_token).toBe(
      refreshToken,
    );
  });

  it("accepts client_credentials for the company and returns what it granted without a refresh token", async () => {
    const body = await succeeds({ form: { grant_type: "client_credentials" } });
    expect(body.scope).toBe(INSTALLED_SCOPES.join(" "));
    expect(body).not.toHaveProperty("refresh_token");
  });

  it.each([
    ["absent", undefined],
    ["null", null],
    ["an empty string", ""],
    ["an empty array", []],
    ["with commas", "company/orders/read,company/products/read"],
    ["with spaces", "company/orders/read company/products/read"],
    ["an array", INSTALLED_SCOPES],
    ["an array of joined strings", ["company/orders/read,company/products/read"]],
    ["with offline_access", [...INSTALLED_SCOPES, "offline_access"]],
  ])("accepts scope %s", async (_what, scope) => {
    const code = await mintCode(installation);
    const body = await succeeds({ json: { grant_type: "authorization_code", code, scope } });
    expect(body.scope).toBe(INSTALLED_SCOPES.join(","));
  });

  it("accepts credentials by Basic, in the body, and in both", async () => {
    const { clientId, clientSecret } = installation.client;
    const body = { client_id: clientId, client_secret: clientSecret };
    const grant = { grant_type: "client_credentials" };
    await succeeds({ form: grant, authorization: basic(installation.client) });
    await succeeds({ form: { ...grant, ...body }, authorization: null });
    await succeeds({ json: { ...grant, ...body }, authorization: null });
    await succeeds({ json: { ...grant, ...body } });
    await succeeds({ json: { ...grant, client_id: clientId } });
  });

  it("ignores unknown fields (RFC 6749 section 3.2)", async () => {
    await succeeds({ json: { grant_type: "client_credentials", access_mode: "offline", x: [1] } });
  });
});

describe("sdk: the same code", () => {
  it("works once at token and then once at offline-token", async () => {
    const code = await mintCode(installation);
    expect((await exchange("online", installation, code)).status).toBe(200);
    expect((await exchange("offline", installation, code)).status).toBe(200);
  });

  it("works at offline-token and then at token", async () => {
    const code = await mintCode(installation);
    expect((await exchange("offline", installation, code)).status).toBe(200);
    expect((await exchange("online", installation, code)).status).toBe(200);
  });
});

describe("sdk: the response to a request with x-fp-date and x-fp-signature", () => {
  const sdk = (kind: "online" | "offline", json: unknown) =>
    callToken(kind, installation, { json, headers: SDK_HEADERS });

  it("has numeric seconds, an array of scopes, access_mode, and no user when offline", async () => {
    const code = await mintCode(installation);
    const { body } = await sdk("offline", {
      grant_type: "authorization_code",
      code,
      scope: INSTALLED_SCOPES,
    });
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      expires_at: expect.any(String),
      refresh_token: expect.any(String),
      scope: INSTALLED_SCOPES,
      access_mode: "offline",
      current_user: null,
    });
  });

  it("has the same with the seller and without a refresh token when online", async () => {
    const { body } = await sdk("online", {
      grant_type: "authorization_code",
      code: await mintCode(installation),
    });
    expect(body).toMatchObject({
      expires_in: 21_600,
      scope: INSTALLED_SCOPES,
      access_mode: "online",
      current_user: { _id: installation.seller.userId, emails: [{ primary: true }] },
    });
    expect(body).not.toHaveProperty("refresh_token");
  });

  it("has the refresh token and access_mode after each refresh", async () => {
    const refreshToken = await mintRefreshToken(installation);
    const { body } = await sdk("online", {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
    });
    expect(body).toMatchObject({
      expires_in: 3600,
      refresh_token: refreshToken,
      access_mode: "offline",
      current_user: null,
    });
  });

  it("has the platform spec's types when only one of the headers is sent", async () => {
    for (const name of ["x-fp-date", "x-fp-signature"]) {
      const { body } = await callToken("offline", installation, {
        json: { grant_type: "client_credentials" },
        headers: { [name]: "1" },
      });
      expect(body.expires_in).toBe("3600");
    }
  });
});

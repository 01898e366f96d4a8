import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { decodeBasic, readClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callToken } from "@/test/requests/call-token";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

/** The last failure in the client's log. */
const lastFailure = async () => {
  const where = { clientId: installation.client.clientId, outcome: "refused" } as const;
  return db().authorizationEvent.findFirst({ where, orderBy: { createdAt: "desc" } });
};

describe("a query of a token request", () => {
  it.each(["client_secret", "code", "refresh_token", "token"])(
    "must not have %s in it",
    async (name) => {
      const code = await mintCode(installation);
      const json = { grant_type: "authorization_code", code };
      const answer = await callToken("offline", installation, { json, query: `?${name}=x` });
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
      expect(answer.body.message).toContain(`${name} must be in the body`);
    },
  );

  it("may have anything else in it", async () => {
    const code = await mintCode(installation);
    const json = { grant_type: "authorization_code", code };
    const answer = await callToken("offline", installation, { json, query: "?tracing=1" });
    expect(answer.status).toBe(200);
  });
});

describe("the failure log of a client", () => {
  const UNKNOWN = newToken("refresh");

  it.each([
    ["refresh", "a refresh token", { grant_type: "refresh_token", refresh_token: UNKNOWN }],
    ["refresh", "no code", { grant_type: "authorization_code", refresh_token: UNKNOWN }],
    ["refresh", "no refresh token", { grant_type: "refresh_token" }],
    ["token", "a code", { grant_type: "authorization_code", code: newToken("code") }],
  ] as const)("calls a failed request a %s when it sends %s", async (kind, _what, json) => {
    expect((await callToken("offline", installation, { json })).status).toBe(400);
    const { companyId } = installation;
    expect(await lastFailure()).toMatchObject({ kind, companyId, authenticated: true });
  });

  it("says whether the caller had the secret", async () => {
    const json = { grant_type: "unknown" };
    await callToken("offline", installation, { json });
    expect(await lastFailure()).toMatchObject({ authenticated: true });
    const client = { ...installation.client, clientSecret: newToken("secret") };
    const answer = await callToken("offline", { ...installation, client }, { json });
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    expect(await lastFailure()).toMatchObject({ authenticated: false });
  });
});

describe("a grant type", () => {
  it("of refreshing may be authorization_code with a refresh token, as the platform's SDKs send it", async () => {
    const refresh_token = await mintRefreshToken(installation);
    const json = { grant_type: "authorization_code", refresh_token };
    expect((await callToken("offline", installation, { json })).status).toBe(200);
    const other = { grant_type: "client_credentials", refresh_token };
    const answer = await callToken("offline", installation, { json: other });
    expect(answer.body).not.toHaveProperty("refresh_token");
  });

  it.each([
    [{ code: "x" }, "authorization_code"],
    [{ refresh_token: "x" }, "refresh_token"],
    [{ code: "x", refresh_token: "x" }, "refresh_token"],
  ])("that is missing is guessed from %j", async (json, meant) => {
    const answer = await callToken("offline", installation, { json });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    const fix = { kind: "set_parameter", name: "grant_type", value: meant };
    expect((await lastFailure())?.fix).toEqual(fix);
  });
});

it("a code that is something else is named", async () => {
  const json = { grant_type: "authorization_code", code: newToken("refresh") };
  const answer = await callToken("offline", installation, { json });
  expect(answer.body.message).toBe("The code is a refresh token, not an authorization code.");
});

describe("revoking and introspecting", () => {
  it("needs a token, and the client's secret", async () => {
    const { client } = installation;
    const wrong = { ...client, clientSecret: newToken("secret") };
    for (const ask of [revoke, introspect]) {
      expect((await ask(client, "")).body.error).toBe("invalid_request");
      for (const token of [newToken("offline"), newToken("refresh"), newId()]) {
        const answer = await ask(wrong, token);
        expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
      }
    }
  });
});

describe("credentials in a header", () => {
  const encode = (text: string) => Buffer.from(text).toString("base64");

  it.each(["Bearer", "Digest", ""])("need the scheme Basic, not %j", (scheme) => {
    const header = `${scheme} ${encode(`${newId()}:secret`)}`;
    expect(() => decodeBasic(header)).toThrow("is not Basic");
  });

  it.each([encode(":secret"), encode("no colon"), ""])("need an id and a colon: %j", (text) => {
    expect(() => decodeBasic(`Basic ${text}`)).toThrow("is not Basic");
  });

  it("may be repeated in the body, encoded or not, and must not differ", () => {
    const id = newId();
    const header = `Basic ${encode(`${id}:100%25+sure`)}`;
    for (const client_secret of ["100% sure", "100%25+sure"]) {
      const read = readClientCredentials(header, { client_id: id, client_secret });
      expect(read.clientId).toBe(id);
    }
    const other = { client_id: id, client_secret: "100%25 sure" };
    expect(() => readClientCredentials(header, other)).toThrow("different credentials");
  });
});

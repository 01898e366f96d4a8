import { beforeAll, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/list-clients";
import { newToken } from "@/lib/core/crypto/tokens";
import { mintClient } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintRefreshToken } from "@/test/factories/mint-tokens";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { basic, callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
});

it("Basic credentials are named at an API that takes a bearer token", async () => {
  const { organizationId, client } = installation;
  const params = { organization_id: organizationId };
  const headers = { authorization: basic(client) };
  const answer = await callRoute(listClients, { params, headers });
  expect(answer.status).toBe(401);
  expect(answer.body.message).toContain("is not Bearer");
});

it.each([
  ["a refresh token", "refresh"],
  ["an authorization code", "code"],
  ["an API secret", "secret"],
  ["the token of a link", "link"],
] as const)("%s sent as a bearer token is named", async (name, kind) => {
  const params = { organization_id: installation.organizationId };
  const token = newToken(kind);
  for (const answer of [
    await callProducts(token),
    await callRoute(listClients, { params, as: token }),
  ]) {
    expect([answer.status, answer.body.error]).toEqual([401, "invalid_token"]);
    const named = `This is ${name}, not an access token of an extension.`;
    expect(answer.body.message).toContain(named);
    expect(answer.headers.get("www-authenticate")).toContain(named);
  }
});

describe("swapped key and secret", () => {
  it("are reported in Basic and in the body, whether or not they exist", async () => {
    const real = installation.client;
    const unreal = { ...real, clientId: "0".repeat(24), clientSecret: newToken("secret") };
    for (const { clientId, clientSecret } of [real, unreal]) {
      const swapped = { ...real, clientId: clientSecret, clientSecret: clientId };
      const inBody = { client_id: clientSecret, client_secret: clientId };
      const answers = [
        await callToken("online", installation, { json: {}, authorization: basic(swapped) }),
        await callToken("online", installation, { json: inBody, authorization: null }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(401);
        expect(body.message).toBe(
          "The API key and the API secret are swapped. Send the API key first.",
        );
      }
    }
  });
});

describe("scopes with a wrong separator", () => {
  const scopeLists = [
    "company/orders/read|company/products/read",
    "company/orders/read;company/orders",
  ];

  it.each(scopeLists)("are explained at each endpoint: %s", async (scope) => {
    const sign = scope.includes("|") ? "|" : ";";
    const says = `not by ${sign}. Send ${scope.replace(sign, ",")}.`;
    const authorized = redirectParameters(await callAuthorize(installation, { scope }));
    expect(authorized).toMatchObject({ error: "invalid_scope" });
    expect(authorized.error_description).toContain(says);
    const code = await mintCode(installation);
    const refreshToken = await mintRefreshToken(installation);
    const client = await mintClient(installation.organizationId, {
      scopes: ["organization/clients/read"],
    });
    const ownToken = await callToken(
      "online",
      { ...installation, client },
      {
        json: { grant_type: "client_credentials", scope },
        subject: `organization/${installation.organizationId}`,
      },
    );
    const answers = [
      await exchange("offline", installation, code, { scope }),
      await refresh(installation, refreshToken, { scope }),
      ownToken,
    ];
    for (const { body } of answers) {
      expect(body.error).toBe("invalid_scope");
      expect(textOf(body.message)).toContain(says);
    }
  });

  it("are accepted when the client is registered for such a name", async () => {
    const scopes = ["a|b"];
    const odd = await mintInstallation({ scopes });
    const answer = await callAuthorize(odd, { scope: "a|b", prompt: "none" });
    expect(redirectParameters(answer)).toMatchObject({ error: "consent_required" });
  });
});

describe("a body of the wrong type", () => {
  const json = '{"grant_type": "client_credentials"}';
  const form = "grant_type=client_credentials&scope=a%2Fb";

  it("is explained at the token endpoint", async () => {
    const asForm = { "content-type": "application/x-www-form-urlencoded" };
    const first = await callToken("online", installation, { raw: json, headers: asForm });
    expect(first.status).toBe(400);
    expect(first.body.message).toBe(
      "The body is JSON, but Content-Type is application/x-www-form-urlencoded. Send Content-Type: application/json.",
    );
    const second = await callToken("online", installation, { raw: form });
    expect(second.status).toBe(400);
    expect(second.body.message).toBe(
      "The body is a form, but Content-Type is application/json. Send Content-Type: application/x-www-form-urlencoded.",
    );
  });

  it("is not reported for a form that contains JSON or JSON that contains a form", async () => {
    const { body } = await callToken("online", installation, {
      form: { grant_type: "password", note: '{"a":1}' },
    });
    expect(body.error).toBe("unsupported_grant_type");
    const otherToken = await callToken("online", installation, {
      json: { grant_type: "password", note: "a=1&b=2" },
    });
    expect(otherToken.body.error).toBe("unsupported_grant_type");
  });
});

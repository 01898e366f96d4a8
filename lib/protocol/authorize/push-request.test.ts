import { beforeEach, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { pushRequest } from "@/lib/protocol/authorize/push-request";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
  REDIRECT_URI,
} from "@/test/factories/mint-installation";
import { readAnswer } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

async function push(parameters: Record<string, unknown>) {
  const { client, companyId } = installation;
  const sound = { redirect_uri: REDIRECT_URI, response_type: "code", scope: "company/orders/read" };
  const request = new Request(`${env().baseUrl}${OAUTH_PATH}/company/${companyId}/oauth/par`, {
    method: "POST",
    headers: { authorization: basic(client), "content-type": "application/json" },
    body: JSON.stringify({ ...sound, ...parameters }),
  });
  return readAnswer(await pushRequest(request));
}

const countPushed = () =>
  db().authorizationRequest.count({ where: { clientId: installation.client.clientId } });

it("a pushed request is stored without the client's secret", async () => {
  const { clientId, clientSecret } = installation.client;
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const { status, body } = await push({ ...credentials, state: null });
  expect([status, body]).toEqual([
    201,
    { request_uri: expect.stringContaining("urn:ietf:params:oauth:request_uri:"), expires_in: 600 },
  ]);
  const [row] = await db().authorizationRequest.findMany({ where: { clientId } });
  expect(row).toMatchObject({
    redirectUri: REDIRECT_URI,
    scopes: ["company/orders/read"],
    network: null,
    userId: null,
  });
  expect(JSON.stringify(row)).not.toContain(clientSecret);
});

it("a parameter without a value is as good as absent in a pushed request", async () => {
  const names = ["prompt", "code_challenge", "code_challenge_method", "request", "request_uri"];
  for (const value of ["", null]) {
    const empty = Object.fromEntries(names.map((name) => [name, value]));
    expect((await push({ ...empty, scope: value })).status).toBe(201);
  }
  const { clientId } = installation.client;
  const absent = { prompt: null, codeChallenge: null, scopes: INSTALLED_SCOPES };
  expect(await db().authorizationRequest.findMany({ where: { clientId } })).toMatchObject([
    absent,
    absent,
  ]);
});

const MUST_BE_STRING = 'The parameter "state" must be a string.';

it.each<[Record<string, unknown>, string]>([
  [{ request: "x" }, "request and request_uri cannot be pushed."],
  [{ request_uri: "x" }, "request and request_uri cannot be pushed."],
  ...[1, true, ["a"], {}].map((state): [Record<string, unknown>, string] => [
    { state },
    MUST_BE_STRING,
  ]),
])("a request with %j cannot be pushed", async (parameters, message) => {
  const { status, body } = await push(parameters);
  expect([status, body]).toMatchObject([400, { error: "invalid_request", message }]);
  expect(await countPushed()).toBe(0);
});

it("only the client itself can push a request", async () => {
  installation.client.clientSecret = newToken("secret");
  const { status, body } = await push({});
  expect([status, body.error]).toEqual([401, "invalid_client"]);
  expect(await countPushed()).toBe(0);
});

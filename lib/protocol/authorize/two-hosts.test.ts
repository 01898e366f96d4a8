import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { requestListener } from "@/lib/api/request-listener";
import { env } from "@/lib/core/env/env";
import { errorUri } from "@/lib/core/http/render-error";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { leaveClusterHost } from "@/lib/protocol/authorize/authorize";
import { describeServer } from "@/lib/protocol/metadata/describe-server";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { installAddress } from "@/lib/tenants/companies/extensions";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { basic } from "@/test/requests/call-token";

const PAGES = "https://accounts.example.com";
const CLUSTER = "https://api.example.com";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let installation: Installation;
let port: number;
const server = createServer();

beforeAll(async () => {
  const environment = configureTestEnv({ BASE_URL: PAGES, CLUSTER_URL: CLUSTER });
  server.on(
    "request",
    requestListener(environment, endpoints, (_, response) => response.end()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  installation = await mintInstallation();
});

afterAll(() => server.close());

type Answer = { status: number; location: string | undefined; body: string };

/** A request to the server as a proxy passes it on, with the Host header that the caller sent. */
async function send(host: string, path: string, form?: Record<string, string>): Promise<Answer> {
  const sent = httpRequest({
    port,
    host: "127.0.0.1",
    path,
    method: form ? "POST" : "GET",
    headers: { host, ...(form && { authorization: basic(installation.client), ...FORM }) },
  });
  sent.end(form && new URLSearchParams(form).toString());
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, location: response.headers.location, body };
}

const authorizePath = (query = "") =>
  `${OAUTH_PATH}/company/${installation.companyId}/oauth/authorize${query}`;

describe("with a separate host for extensions", () => {
  it.each(["api.example.com", "API.example.com", "api.example.com:443"])(
    "authorize on %s redirects to the same path and query on BASE_URL",
    async (host) => {
      const path = authorizePath("?client_id=a&scope=x%2Cy&state=%2F%2Fevil.example");
      const { status, location } = await send(host, path);
      expect([status, location]).toEqual([302, PAGES + path]);
    },
  );

  it.each(["accounts.example.com", "127.0.0.1", "api.example.com.evil.example"])(
    "authorize on %s responds without a redirect to BASE_URL",
    async (host) => {
      const { status, location } = await send(host, authorizePath("?client_id=unknown"));
      expect([status, location]).toEqual([401, undefined]);
    },
  );

  it.each(["api.example.com", "accounts.example.com"])(
    "the token endpoint works on %s",
    async (host) => {
      const code = await mintCode(installation);
      const path = `${OAUTH_PATH}/company/${installation.companyId}/oauth/offline-token`;
      const answer = await send(host, path, { grant_type: "authorization_code", code });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toHaveProperty("refresh_token");
    },
  );

  it("install URLs contain the address of the cluster", () => {
    const of = ["https://shipfast.example.com", "0123456789abcdef01234567"] as const;
    for (const address of [installAddress(...of, 42), installAddress(...of, of[1])]) {
      expect(new URL(address).searchParams.get("cluster_url")).toBe(CLUSTER);
    }
  });

  it("metadata puts the issuer and its token endpoint on the cluster, and pages on BASE_URL", async () => {
    const issuer = `${OAUTH_PATH}/company/${installation.companyId}`;
    const request = new Request(`${CLUSTER}/.well-known/oauth-authorization-server${issuer}`);
    expect(await describeServer(request).json()).toMatchObject({
      issuer: CLUSTER + issuer,
      authorization_endpoint: `${PAGES}${issuer}/oauth/authorize`,
      token_endpoint: `${CLUSTER}${issuer}/oauth/token`,
      service_documentation: `${PAGES}/docs`,
    });
    expect(errorUri("invalid_grant", "r-1")).toBe(`${PAGES}/errors/invalid_grant?request_id=r-1`);
  });

  it("forms are accepted from pages of BASE_URL only", () => {
    const from = (origin: string) =>
      new Request(`${env().baseUrl}/x`, { method: "POST", headers: { origin } });
    expect(() => requireSameOrigin(from(PAGES))).not.toThrow();
    expect(() => requireSameOrigin(from(CLUSTER))).toThrow("must come from a page of");
  });
});

// Behind a proxy for TLS, the same host may be called by another scheme.
it.each([PAGES, "http://accounts.example.com"])(
  "no browser is redirected to the host that it came to, if the cluster's is %s",
  (cluster) => {
    configureTestEnv({ BASE_URL: PAGES, CLUSTER_URL: cluster });
    const headers = { host: "accounts.example.com" };
    const request = new Request(`http://127.0.0.1:3000${authorizePath()}`, { headers });
    expect(leaveClusterHost(request)).toBeNull();
    configureTestEnv({ BASE_URL: PAGES, CLUSTER_URL: CLUSTER });
  },
);

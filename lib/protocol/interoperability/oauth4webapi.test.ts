import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/core/env";
import { issuerOf } from "@/lib/protocol/metadata/issuer";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { serveFlow } from "@/test/requests/serve-flow";
import { walkFlow } from "@/test/requests/walk-flow";

const SCOPE = INSTALLED_SCOPES.join(" ");
/** The tests have no certificate. */
const PLAIN = { [oauth.allowInsecureRequests]: true };

let extension: Awaited<ReturnType<typeof mintExtension>>;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
let authentication: oauth.ClientAuth;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await serveFlow();
});

afterAll(() => stop());

beforeEach(async () => {
  extension = await mintExtension();
  const { companyId } = extension;
  const issuer = new URL(issuerOf({ companyId, organizationId: null }));
  const answer = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...PLAIN });
  server = await oauth.processDiscoveryResponse(issuer, answer);
  client = { client_id: extension.client.clientId };
  authentication = oauth.ClientSecretBasic(extension.client.clientSecret);
});

/** Acts as the browser; the library checks `state` and `iss` (RFC 9207) of the result. */
async function authorize(): Promise<{ parameters: URLSearchParams; verifier: string }> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: SCOPE,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const returned = await walkFlow(address, extension.seller);
  return { parameters: oauth.validateAuthResponse(server, client, returned, state), verifier };
}

async function obtainOfflineTokens(): Promise<oauth.TokenEndpointResponse> {
  const { parameters, verifier } = await authorize();
  const offline = { ...server, token_endpoint: String(server.offline_token_endpoint) };
  const answer = await oauth.authorizationCodeGrantRequest(
    offline,
    client,
    authentication,
    parameters,
    REDIRECT_URI,
    verifier,
    PLAIN,
  );
  return oauth.processAuthorizationCodeResponse(offline, client, answer);
}

async function introspect(token: string): Promise<oauth.IntrospectionResponse> {
  const answer = await oauth.introspectionRequest(server, client, authentication, token, PLAIN);
  return oauth.processIntrospectionResponse(server, client, answer);
}

describe("oauth4webapi, unmodified", () => {
  it("discovers (RFC 8414), authorizes with PKCE, exchanges, refreshes, and calls an API", async () => {
    expect(server).toMatchObject({
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    });
    const tokens = await obtainOfflineTokens();
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: SCOPE });
    const refreshToken = tokens.refresh_token ?? "";
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, PLAIN),
    );
    const products = new URL("/service/application/catalog/v1.0/products/", env().baseUrl);
    const { access_token } = refreshed;
    const call = await oauth.protectedResourceRequest(
      ...([access_token, "GET", products, undefined, undefined, PLAIN] as const),
    );
    expect(call.status).toBe(200);
  });

  it("introspects and revokes", async () => {
    const { access_token, refresh_token = "" } = await obtainOfflineTokens();
    expect((await introspect(access_token)).active).toBe(true);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, authentication, access_token, PLAIN),
    );
    expect(await introspect(access_token)).toEqual({ active: false });
    expect((await introspect(refresh_token)).active).toBe(true);
  });

  it("rejects another company's issuer (RFC 9207), and reads a 401 with its challenge", async () => {
    const { parameters, verifier } = await authorize();
    const returned = new URL(`${REDIRECT_URI}?${parameters}`);
    const state = parameters.get("state") ?? "";
    const other = { ...server, issuer: `${server.issuer}0` };
    expect(() => oauth.validateAuthResponse(other, client, returned, state)).toThrow(/iss/);
    const wrong = oauth.ClientSecretBasic("not the secret");
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, wrong, parameters, REDIRECT_URI, verifier, PLAIN] as const),
    );
    await expect(
      oauth.processAuthorizationCodeResponse(server, client, answer),
    ).rejects.toMatchObject({ cause: [{ scheme: "basic" }], status: 401 });
  });
});

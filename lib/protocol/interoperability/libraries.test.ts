import { readFile } from "node:fs/promises";
import * as oauth from "oauth4webapi";
import * as client from "openid-client";
import { AuthorizationCode, ClientCredentials } from "simple-oauth2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/core/env/env";
import { issuerOf, issuerPath, OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { callProducts } from "@/test/requests/call-products";
import { serveFlow } from "@/test/requests/serve-flow";
import { walkFlow } from "@/test/requests/walk-flow";

const SCOPE = INSTALLED_SCOPES.join(" ");

let extension: Awaited<ReturnType<typeof mintExtension>>;
let config: client.Configuration;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await serveFlow();
});

afterAll(() => stop());

beforeEach(async () => {
  extension = await mintExtension();
  config = await discover();
});

/**
 * Discovers the company's issuer with the library, over plain http because the tests have no
 * certificate.
 */
function discover(authentication?: client.ClientAuth): Promise<client.Configuration> {
  const { companyId, client: registered } = extension;
  return client.discovery(
    new URL(issuerOf({ companyId, organizationId: null })),
    registered.clientId,
    registered.clientSecret,
    authentication,
    { algorithm: "oauth2", execute: [client.allowInsecureRequests] },
  );
}

/**
 * The same server with the token endpoint for offline tokens, for which the metadata has its own
 * field.
 */
function offline(): client.Configuration {
  const { supportsPKCE: _, ...metadata } = config.serverMetadata();
  const { clientId, clientSecret } = extension.client;
  const other = new client.Configuration(
    { ...metadata, token_endpoint: String(metadata.offline_token_endpoint) },
    clientId,
    clientSecret,
  );
  client.allowInsecureRequests(other);
  return other;
}

/** Runs the JavaScript of docs/extensions.md with these variables. @returns its `tokens` */
async function runDocumented(
  variables: Record<string, unknown>,
): Promise<client.TokenEndpointResponse> {
  const [, code] = /```js\n(.*?)```/s.exec(await readFile("docs/extensions.md", "utf8")) ?? [];
  const names = Object.keys(variables).join(", ");
  const body = `export const run = async (client, { ${names} }) => {\n${code}\nreturn tokens; };`;
  const { run } = await import(`data:text/javascript,${encodeURIComponent(body)}`);
  return run(withoutCertificates, variables);
}

/** The library, allowed to use plain http because the tests have no certificate. */
const withoutCertificates = {
  ...client,
  discovery: (
    ...[server, id, secret, authentication, options]: Parameters<typeof client.discovery>
  ) =>
    client.discovery(server, id, secret, authentication, {
      ...options,
      execute: [client.allowInsecureRequests],
    }),
  authorizationCodeGrant: (...values: Parameters<typeof client.authorizationCodeGrant>) => {
    client.allowInsecureRequests(values[0]);
    return client.authorizationCodeGrant(...values);
  },
};

async function proof() {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  return {
    checks: { pkceCodeVerifier: verifier, expectedState: state },
    sent: {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    },
  };
}

async function obtainTokens(from: client.Configuration) {
  const { checks, sent } = await proof();
  const returned = await walkFlow(client.buildAuthorizationUrl(config, sent), extension.seller);
  return client.authorizationCodeGrant(from, returned, checks);
}

const statusOf = async (token: string) => (await callProducts(token)).status;

describe("openid-client, unmodified", () => {
  it("gets offline tokens with the code in docs/extensions.md, unchanged", async () => {
    const { companyId, client: registered } = extension;
    const { checks, sent } = await proof();
    const callbackUrl = await walkFlow(
      client.buildAuthorizationUrl(config, sent),
      extension.seller,
    );
    const tokens = await runDocumented({
      issuer: issuerOf({ companyId, organizationId: null }),
      apiKey: registered.clientId,
      apiSecret: registered.clientSecret,
      callbackUrl,
      ...checks,
    });
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  it("discovers, authorizes with PKCE, and exchanges for a working online token", async () => {
    const tokens = await obtainTokens(config);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 21_600, scope: SCOPE });
    expect(tokens.expiresIn()).toBeGreaterThan(21_500);
    expect(tokens.refresh_token).toBeUndefined();
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  it("refreshes, introspects, revokes, and sees the token become inactive", async () => {
    const tokens = await obtainTokens(offline());
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(refreshed).toMatchObject({ expires_in: 3600, scope: SCOPE });
    const before = await client.tokenIntrospection(config, tokens.access_token);
    expect(before).toMatchObject({
      active: true,
      iss: config.serverMetadata().issuer,
      client_id: extension.client.clientId,
      scope: SCOPE,
    });
    await client.tokenRevocation(config, tokens.refresh_token ?? "");
    const after = await client.tokenIntrospection(config, tokens.access_token);
    expect(after).toEqual({ active: false });
    expect(await statusOf(tokens.access_token)).toBe(401);
  });

  it("pushes its request (RFC 9126) and gets a code for it", async () => {
    const { checks, sent } = await proof();
    const address = await client.buildAuthorizationUrlWithPAR(config, sent);
    expect([...address.searchParams.keys()].sort()).toEqual(["client_id", "request_uri"]);
    const tokens = await client.authorizationCodeGrant(
      config,
      await walkFlow(address, extension.seller),
      checks,
    );
    expect(await statusOf(tokens.access_token)).toBe(200);
  });

  it("authenticates in the body, and gets the client's own token", async () => {
    const byBody = await discover(client.ClientSecretPost(extension.client.clientSecret));
    const tokens = await obtainTokens(byBody);
    expect(await statusOf(tokens.access_token)).toBe(200);
    const ownTokens = await client.clientCredentialsGrant(config);
    expect(ownTokens).toMatchObject({ expires_in: 3600, scope: SCOPE });
  });
});

describe("oauth4webapi, unmodified", () => {
  /** The tests have no certificate. */
  const PLAIN = { [oauth.allowInsecureRequests]: true };

  it("discovers, authorizes with PKCE, exchanges, refreshes, introspects, and revokes", async () => {
    const issuer = new URL(issuerOf({ companyId: extension.companyId, organizationId: null }));
    const metadata = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...PLAIN });
    const server = await oauth.processDiscoveryResponse(issuer, metadata);
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
    const registered = { client_id: extension.client.clientId };
    const as = oauth.ClientSecretBasic(extension.client.clientSecret);
    const { checks, sent } = await proof();
    const address = new URL(server.authorization_endpoint ?? "");
    address.search = String(new URLSearchParams({ ...registered, response_type: "code", ...sent }));
    const returned = await walkFlow(address, extension.seller);
    // The library checks `state` and `iss` (RFC 9207).
    const other = { ...server, issuer: `${server.issuer}0` };
    const state = checks.expectedState;
    expect(() => oauth.validateAuthResponse(other, registered, returned, state)).toThrow(/iss/);
    const parameters = oauth.validateAuthResponse(server, registered, returned, state);
    const exchangeAs = (authentication: oauth.ClientAuth) =>
      oauth.authorizationCodeGrantRequest(
        ...([server, registered, authentication, parameters, REDIRECT_URI] as const),
        ...([checks.pkceCodeVerifier, PLAIN] as const),
      );
    const wrong = await exchangeAs(oauth.ClientSecretBasic("not the secret"));
    await expect(
      oauth.processAuthorizationCodeResponse(server, registered, wrong),
    ).rejects.toMatchObject({ cause: [{ scheme: "basic" }], status: 401 });
    const answer = await exchangeAs(as);
    const tokens = await oauth.processAuthorizationCodeResponse(server, registered, answer);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 21_600, scope: SCOPE });
    const { access_token } = tokens;
    const isActive = async () => {
      const call = await oauth.introspectionRequest(server, registered, as, access_token, PLAIN);
      return (await oauth.processIntrospectionResponse(server, registered, call)).active;
    };
    expect(await isActive()).toBe(true);
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, registered, as, access_token, PLAIN),
    );
    expect(await isActive()).toBe(false);
  });
});

describe("simple-oauth2, unmodified", () => {
  function moduleOptions() {
    const { client: registered, companyId } = extension;
    const flow = `${issuerPath({ companyId, organizationId: null })}/oauth`;
    return {
      client: { id: registered.clientId, secret: registered.clientSecret },
      auth: {
        tokenHost: env().baseUrl,
        tokenPath: `${flow}/offline-token`,
        authorizePath: `${flow}/authorize`,
        refreshPath: `${flow}/token`,
        revokePath: `${OAUTH_PATH}/oauth/revoke`,
      },
    };
  }

  async function obtainToken(library: AuthorizationCode) {
    const parameters = { redirect_uri: REDIRECT_URI, scope: INSTALLED_SCOPES, state: "a state" };
    const returned = await walkFlow(library.authorizeURL(parameters), extension.seller);
    const code = returned.searchParams.get("code") ?? "";
    return library.getToken({ code, redirect_uri: REDIRECT_URI });
  }

  it("authorizes, exchanges, knows when the token expires, refreshes, and revokes everything", async () => {
    const first = await obtainToken(new AuthorizationCode(moduleOptions()));
    expect(first.token).toMatchObject({ expires_in: 3600, expires_at: expect.any(Date) });
    expect([first.expired(3500), first.expired(3700)]).toEqual([false, true]);
    const second = await first.refresh();
    for (const { token } of [first, second]) {
      expect(await statusOf(String(token.access_token))).toBe(200);
    }
    await second.revokeAll();
    expect(await statusOf(String(second.token.access_token))).toBe(401);
    await expect(second.refresh()).rejects.toMatchObject({ output: { statusCode: 400 } });
  });

  it("works with JSON bodies and the platform spec's types, and gets the client's own token", async () => {
    const options = { bodyFormat: "json", scopeSeparator: "," } as const;
    const { token } = await obtainToken(new AuthorizationCode({ ...moduleOptions(), options }));
    expect(token).toMatchObject({ expires_in: "3600", scope: INSTALLED_SCOPES.join(",") });
    const { client: registered, auth } = moduleOptions();
    const { tokenHost, tokenPath } = auth;
    const library = new ClientCredentials({ client: registered, auth: { tokenHost, tokenPath } });
    const { token: own } = await library.getToken({});
    expect(own).toMatchObject({ expires_in: 3600, scope: SCOPE });
  });
});

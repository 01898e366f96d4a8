import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { exportJWK, importPKCS8, type JWK, type JWTHeaderParameters, SignJWT } from "jose";
import Provider, { type GrantContext } from "oidc-provider";
import { listen } from "@/test/process/listen";
import { alterTokens } from "@/test/process/provider/alter-tokens";

/** A person at the provider. The claims become part of the ID token. */
export type ProviderAccount = {
  claims?: Record<string, unknown>;
  /** How they prove who they are, as `amr` and `acr`. */
  amr?: string[];
  acr?: string;
};

/** What the provider does instead of responding, until it is unset. */
export type ProviderFault = "down" | "slow" | "html" | "redirect_to_itself";

/** What a test may change in ID tokens before the provider signs them. */
export type TokenChange = {
  claims?: Record<string, unknown>;
  header?: Partial<JWTHeaderParameters>;
  /** Signs with this key instead of the provider's. */
  key?: CryptoKey | Uint8Array;
};

/** An OpenID provider for one test. */
export type TestProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Variables of Latchkey for this provider. */
  env: Record<string, string>;
  /** People by `sub`. Anyone else can sign in too, without claims. */
  accounts: Map<string, ProviderAccount>;
  /** The paths at which it is at fault. */
  faults: Map<"discovery" | "jwks" | "token", ProviderFault>;
  /** Changes the next ID tokens. */
  change: TokenChange | null;
  /** The keys at `jwks_uri` instead of its own. */
  publishedKeys: JWK[] | null;
  /** Paths that were requested, in order. */
  requested: string[];
  /** Signs a token of any kind with the provider's key. */
  sign(claims: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  close(): Promise<void>;
};

const CLIENT_ID = "latchkey";
const CLIENT_SECRET = "a-secret-that-only-tests-use";
const LOGIN_PATH = "/log-in/";
const PATHS = {
  discovery: "/.well-known/openid-configuration",
  jwks: "/jwks",
  token: "/token",
} as const;

/**
 * Starts a provider on this machine: the oidc-provider package with a sign-in page that takes any `sub`.
 * @param baseUrl of the Latchkey that it signs people in to
 */
export async function serveProvider(baseUrl: string): Promise<TestProvider> {
  const server = createServer();
  const { origin: issuer, close } = await listen(server);
  const privateKey = await makeSigningKey();
  const jwk = { ...(await exportJWK(privateKey)), kid: "present", alg: "RS256", use: "sig" };
  const accounts: TestProvider["accounts"] = new Map();
  const provider = makeProvider(issuer, baseUrl, jwk, accounts);
  const answer = provider.callback();
  const served: TestProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: "Acme ID",
    },
    accounts,
    faults: new Map(),
    change: null,
    publishedKeys: null,
    requested: [],
    sign: (claims, header) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: "present", ...header })
        .sign(privateKey),
    close,
  };
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    served.requested.push(pathname);
    if (misbehave(served, pathname, response)) return;
    if (pathname.startsWith(LOGIN_PATH)) void logIn(provider, accounts, request, response);
    else if (pathname === PATHS.jwks && served.publishedKeys) {
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ keys: served.publishedKeys }));
    } else {
      if (pathname === PATHS.token && served.change) {
        alterTokens(response, served.change, { privateKey });
      }
      answer(request, response);
    }
  });
  return served;
}

// Encoded and read back, because Node can deadlock when it exports a key object as JWK that it has just generated.
function makeSigningKey(): Promise<CryptoKey> {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return importPKCS8(privateKey, "RS256", { extractable: true });
}

function makeProvider(
  issuer: string,
  baseUrl: string,
  jwk: JWK,
  accounts: TestProvider["accounts"],
): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${baseUrl}/api/auth/callback/oidc`],
        post_logout_redirect_uris: [`${baseUrl}/signed-out`],
        backchannel_logout_uri: `${baseUrl}/api/auth/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["keys-that-only-tests-use"] },
    conformIdTokenClaims: false,
    claims: {
      openid: ["sub", "companies", "organizations", "latchkey", "amr", "acr"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "name"],
    },
    acrValues: ["strong"],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
    },
    // Without these, it prints a notice for each.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Its own does not call addresses on this machine.
    fetch: (address: string, request: RequestInit & { dispatcher?: unknown }) => {
      const { dispatcher: _, ...plain } = request;
      return fetch(address, plain);
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => LOGIN_PATH + uid },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => {
        const { claims, amr, acr } = accounts.get(sub) ?? {};
        return { sub, ...claims, ...(amr && { amr }), ...(acr && { acr }) };
      },
    }),
    // Latchkey belongs to the platform, so no one is asked for consent.
    async loadExistingGrant({ oidc }: GrantContext) {
      const { clientId } = oidc.client;
      const knownGrantId = oidc.session.grantIdFor(clientId);
      if (knownGrantId) return provider.Grant.find(knownGrantId);
      const grant = new provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  return provider;
}

function misbehave(
  { faults, issuer }: TestProvider,
  pathname: string,
  response: ServerResponse,
): boolean {
  const fault = [...faults].find(([name]) => PATHS[name] === pathname)?.[1];
  if (fault === "down") response.socket?.destroy();
  if (fault === "html") response.setHeader("content-type", "text/html").end("<h1>Maintenance</h1>");
  if (fault === "redirect_to_itself")
    response.writeHead(302, { location: issuer + pathname }).end();
  return fault !== undefined;
}

/** The sign-in page, and what it posts: the `sub` of the person, or a denial. */
async function logIn(
  provider: Provider,
  accounts: TestProvider["accounts"],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "GET") {
    response.setHeader("content-type", "text/html").end(LOGIN_PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const sub = form.get("sub") ?? "";
  const { amr, acr } = accounts.get(sub) ?? {};
  await provider.interactionFinished(
    request,
    response,
    form.has("deny")
      ? { error: "access_denied", error_description: "The person denied access." }
      : { login: { accountId: sub, amr, acr } },
  );
}

const LOGIN_PAGE = `<!doctype html>
<html lang="en"><title>Acme ID</title>
<h1>Sign in to Acme ID</h1>
<form method="post">
  <label>Account <input name="sub"></label>
  <button>Sign in</button>
  <button name="deny" value="1">Cancel</button>
</form></html>`;

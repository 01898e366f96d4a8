import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";
import type { TokenEndpointHandler } from "next-auth/providers/oauth";
import { log } from "@/lib/core/log";
import { csrfCookieName } from "@/lib/identity/sessions/csrf-cookie";
import { RETURN_COOKIE } from "@/lib/identity/sessions/next-auth-options";
import { SESSION_SECONDS } from "@/lib/identity/sessions/open-session";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import { type ProviderMetadata, signingAlgorithm } from "@/lib/platform/provider/discover-provider";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/** A request to one of next-auth's endpoints. */
type NextAuthRequest = {
  method: "GET" | "POST";
  action: "signin" | "callback";
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, string>>;
  cookies: Readonly<Record<string, string>>;
};

/** Where next-auth leads and which cookies it sets, by name. */
type NextAuthReply = { location: string | null; cookies: ReadonlyMap<string, string> };

/**
 * Runs an endpoint of next-auth's provider "oidc" on the given cookies, outside of Next. Its own route handler takes
 * the browser's cookies, among which those of one attempt to sign in cannot be chosen.
 */
export async function askNextAuth(
  { method, action, query = {}, body = {}, cookies }: NextAuthRequest,
  options: NextAuthOptions,
): Promise<NextAuthReply> {
  const headers = new Map<string, unknown>();
  const response = {
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader(name: string, value: unknown) {
      headers.set(name.toLowerCase(), value);
      return response;
    },
    status: () => response,
    end: () => response,
    json: () => response,
    send: () => response,
  };
  const request = {
    method,
    query: { nextauth: [action, "oidc"], ...query },
    body,
    cookies,
    headers: {},
  };
  // next-auth uses only these parts of Next's objects.
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    options,
  );
  const location = headers.get("location");
  const set = headers.get("set-cookie");
  return {
    location: typeof location === "string" ? location : null,
    cookies: new Map((Array.isArray(set) ? set : []).map((line) => nameAndValue(String(line)))),
  };
}

function nameAndValue(setCookie: string): [string, string] {
  const [pair = ""] = setCookie.split(";", 1);
  const equals = pair.indexOf("=");
  return [pair.slice(0, equals), decodeURIComponent(pair.slice(equals + 1))];
}

/** The claims of a verified ID token. */
export type IdTokenClaims = { sub: string } & Readonly<Record<string, unknown>>;

/** What happens on the way; without it, the options only lead to the provider. */
type ProviderHooks = {
  /** Exchanges the code and checks the ID token. */
  exchange: NonNullable<TokenEndpointHandler["request"]>;
  /** Receives the checked claims and the ID token. */
  complete: (claims: IdTokenClaims, idToken: string) => Promise<void>;
};

/** Settings of next-auth's cookies for one attempt; browsers never see these, see `attempt-cookie.ts`. */
const COOKIES = ["state", "pkceCodeVerifier", "nonce"] as const;

/**
 * Configures next-auth's OAuth provider with the id "oidc": authorization code flow with PKCE, state, and nonce. The
 * metadata is passed in, because next-auth would fetch it for every request and without a deadline.
 */
export function providerOptions(
  metadata: ProviderMetadata,
  secret: string,
  { exchange, complete }: Partial<ProviderHooks> = {},
): NextAuthOptions {
  const { clientId, clientSecret, name, scopes } = requireProvider();
  const options = { path: "/" };
  return {
    secret,
    session: { strategy: "jwt", maxAge: SESSION_SECONDS },
    cookies: {
      ...Object.fromEntries(COOKIES.map((kind) => [kind, { name: kind, options }])),
      sessionToken: { name: sessionCookieName(), options },
      csrfToken: { name: csrfCookieName(), options },
      callbackUrl: { name: RETURN_COOKIE, options },
    },
    providers: [
      {
        id: "oidc",
        name,
        type: "oauth",
        issuer: metadata.issuer,
        jwks_endpoint: metadata.jwks_uri,
        authorization: { url: metadata.authorization_endpoint, params: { scope: scopes } },
        token: { url: metadata.token_endpoint, ...(exchange && { request: exchange }) },
        idToken: true,
        checks: ["pkce", "state", "nonce"],
        clientId,
        clientSecret,
        client: {
          id_token_signed_response_alg: signingAlgorithm(metadata),
          token_endpoint_auth_method: authMethod(metadata),
        },
        profile: ({ sub }: IdTokenClaims) => ({ id: sub, sessionId: "" }),
      },
    ],
    // The values are already inside an encrypted cookie.
    jwt: {
      encode: async ({ token }) => Buffer.from(JSON.stringify(token)).toString("base64url"),
      decode: async ({ token }) =>
        token ? JSON.parse(Buffer.from(token, "base64url").toString()) : null,
    },
    callbacks: {
      signIn: async ({ account, profile }) => {
        if (complete && account?.id_token && profile?.sub) {
          await complete({ ...profile, sub: profile.sub }, account.id_token);
        }
        // Latchkey opens its own session.
        return false;
      },
    },
    // Only its codes: the details contain tokens and claims. Failures are logged where they are explained.
    logger: {
      error: (problem) => log().debug({ problem }, "next-auth"),
      warn: (problem) => log().debug({ problem }, "next-auth"),
      debug: () => {},
    },
  };
}

function authMethod({ token_endpoint_auth_methods_supported: supported }: ProviderMetadata) {
  const basicOnly = supported.includes("client_secret_basic") || supported.length === 0;
  return basicOnly ? "client_secret_basic" : "client_secret_post";
}

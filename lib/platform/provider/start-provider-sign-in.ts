import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { env } from "@/lib/core/env/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { type Attempt, setAttemptCookie } from "@/lib/platform/provider/attempt-cookie";
import {
  callbackAddress,
  discoverProvider,
  providerClient,
} from "@/lib/platform/provider/discover-provider";
import { answerProblem, requireProvider } from "@/lib/platform/provider/provider";

/**
 * GET `/api/auth/signin/oidc`: sends the browser to the provider, and then to `return_to`. With `silent`, the provider
 * shows nothing (`prompt=none`), and with `silent=only`, we do not either; with `again`, it authenticates the person again.
 */
export async function startProviderSignIn(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const returnTo = safeReturnPath(query.get("return_to"), env().baseUrl);
  const mode = query.get("silent") === "only" ? "only" : "first";
  const silent: Attempt["silent"] = query.has("silent") ? mode : "no";
  try {
    const attempt = { returnTo, silent, isFresh: query.has("again"), linkFor: null };
    const cookieHeader = request.headers.get("cookie");
    const { address, cookies } = await prepareProviderRedirect(attempt, cookieHeader);
    const response = redirectResponse(302, address);
    for (const cookie of cookies) response.headers.append("set-cookie", cookie);
    return response;
  } catch (thrown) {
    return answerProblem(thrown, { returnTo, silent }, readRequestInfo(request.headers));
  }
}

/** The address of a redirect to the provider, and the cookies for the return. @throws ProviderFailure if it is down */
export async function prepareProviderRedirect(
  attempt: Omit<Attempt, "checks">,
  cookieHeader: string | null,
): Promise<{ address: string; cookies: readonly string[] }> {
  const metadata = await discoverProvider({ retries: attempt.silent === "no" });
  const checks = {
    state: randomState(),
    nonce: randomNonce(),
    pkceCodeVerifier: randomPKCECodeVerifier(),
  };
  const { href: address } = buildAuthorizationUrl(providerClient(metadata), {
    redirect_uri: callbackAddress().href,
    scope: requireProvider().scopes,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: "S256",
    ...parametersOf(attempt),
  });
  return { address, cookies: await setAttemptCookie({ ...attempt, checks }, cookieHeader) };
}

/** `prompt` and the parameters that depend on it (OpenID Connect Core section 3.1.2.1). */
function parametersOf({ silent, isFresh }: Omit<Attempt, "checks">): Record<string, string> {
  if (silent !== "no") return { prompt: "none" };
  if (!isFresh) return {};
  const { mfaAcr } = requireProvider();
  return { prompt: "login", max_age: "0", ...(mfaAcr && { acr_values: mfaAcr }) };
}

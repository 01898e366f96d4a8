import { redirectResponse } from "@/lib/core/http/responses";
import { csrfCookieName, newCsrfCookie } from "@/lib/identity/sessions/csrf-cookie";
import { askNextAuth } from "@/lib/platform/provider/ask-next-auth";
import { type Attempt, setAttemptCookie } from "@/lib/platform/provider/attempt-cookie";
import { discoverProvider } from "@/lib/platform/provider/discover-provider";
import { ProviderFailure } from "@/lib/platform/provider/provider-failure";
import { providerOptions } from "@/lib/platform/provider/provider-options";
import { requireProvider } from "@/lib/platform/provider/require-provider";

/** The provider's address, and the cookies that the browser needs when it returns. */
export type ProviderRedirect = { address: string; cookies: readonly string[] };

/**
 * Prepares a redirect to the provider.
 * @param cookieHeader of the browser, for its other attempts in progress
 * @throws ProviderFailure if the provider is down, slow, or misconfigured
 */
export async function prepareProviderRedirect(
  attempt: Omit<Attempt, "checks">,
  cookieHeader: string | null,
): Promise<ProviderRedirect> {
  const metadata = await discoverProvider({ retries: attempt.silent === "no" });
  const csrf = newCsrfCookie();
  const reply = await askNextAuth(
    {
      method: "POST",
      action: "signin",
      query: parametersOf(attempt),
      body: { csrfToken: csrf.split("|", 1)[0] ?? "" },
      cookies: { [csrfCookieName()]: csrf },
    },
    providerOptions(metadata),
  );
  const address = reply.location ?? "";
  const state = reply.cookies.has("state") && new URL(address).searchParams.get("state");
  if (!state) throw new Error("next-auth did not make a request to the provider");
  const checks = Object.fromEntries(
    ["state", "pkceCodeVerifier", "nonce"].map((name) => [name, reply.cookies.get(name) ?? ""]),
  );
  const cookies = await setAttemptCookie(state, { ...attempt, checks }, cookieHeader);
  if (!cookies) throw new ProviderFailure("provider_error", "the address to return to is too long");
  return { address, cookies };
}

/** The response that redirects a browser to the provider. */
export function redirectToProvider({ address, cookies }: ProviderRedirect): Response {
  const response = redirectResponse(302, address);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** `prompt` and the parameters that depend on it (OpenID Connect Core section 3.1.2.1). */
function parametersOf({ silent, isFresh }: Omit<Attempt, "checks">): Record<string, string> {
  if (silent !== "no") return { prompt: "none" };
  if (!isFresh) return {};
  const { mfaAcr } = requireProvider();
  return { prompt: "login", max_age: "0", ...(mfaAcr && { acr_values: mfaAcr }) };
}

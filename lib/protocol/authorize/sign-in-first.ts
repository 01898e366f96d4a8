import { env } from "@/lib/core/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { redirectResponse } from "@/lib/core/http/responses";

/**
 * Sends the browser to sign-in, which returns to the same request. With a sign-in provider, the provider is first asked
 * silently, so that a person who is signed in there sees no page; otherwise they get the sign-in page.
 */
export function signInFirst(request: ApiRequest): Response {
  const { pathname, search } = new URL(request.url);
  const page = env().provider ? "/api/auth/signin/oidc?silent=1&" : "/sign-in?";
  return redirectResponse(302, `${page}return_to=${encodeURIComponent(pathname + search)}`);
}

import { env } from "@/lib/core/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { redirectResponse } from "@/lib/core/http/responses";

/** Marks a request that was at the provider. Anyone may send it: it only makes authorize answer without asking again. */
const ASKED = "provider_asked";

/**
 * Sends the browser of a request with prompt=none to the sign-in provider, which shows nothing either, and back to the
 * same request. Null if that was done, without a provider, and in a frame, where neither has its cookies.
 */
export function askProviderSilently(request: ApiRequest): Response | null {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!env().provider || searchParams.has(ASKED)) return null;
  if (request.headers.get("sec-fetch-dest")?.endsWith("frame")) return null;
  const back = encodeURIComponent(`${pathname}${search}&${ASKED}=1`);
  return redirectResponse(302, `/api/auth/signin/oidc?silent=only&return_to=${back}`);
}

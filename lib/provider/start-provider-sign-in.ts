import { env } from "@/lib/kernel/env";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { safeReturnPath } from "@/lib/kernel/http/safe-return-path";
import { departForProvider, departureResponse } from "@/lib/provider/depart-for-provider";
import { providerProblemPage } from "@/lib/provider/problem-page";

/**
 * GET `/api/auth/signin/oidc`: sends the browser to the provider, and then to `return_to`. With `silent`, the provider
 * shows nothing (`prompt=none`); with `again`, it authenticates the person again.
 */
export async function startProviderSignIn(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const returnTo = safeReturnPath(query.get("return_to"), env().baseUrl);
  try {
    const isSilent = query.has("silent");
    const attempt = { returnTo, isSilent, isFresh: query.has("again"), linkFor: null };
    return departureResponse(await departForProvider(attempt, request.headers.get("cookie")));
  } catch (thrown) {
    return providerProblemPage(thrown, returnTo, readRequestInfo(request.headers));
  }
}

import { env } from "@/lib/core/env";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import type { Attempt } from "@/lib/platform/provider/attempt-cookie";
import {
  prepareProviderRedirect,
  redirectToProvider,
} from "@/lib/platform/provider/prepare-provider-redirect";
import { providerProblemPage, returnAfterProblem } from "@/lib/platform/provider/problem-page";

/**
 * GET `/api/auth/signin/oidc`: sends the browser to the provider, and then to `return_to`. With `silent`, the provider
 * shows nothing (`prompt=none`), and with `silent=only`, we do not either; with `again`, it authenticates the person again.
 */
export async function startProviderSignIn(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const returnTo = safeReturnPath(query.get("return_to"), env().baseUrl);
  const silent = readSilent(query.get("silent"));
  try {
    const attempt = { returnTo, silent, isFresh: query.has("again"), linkFor: null };
    return redirectToProvider(
      await prepareProviderRedirect(attempt, request.headers.get("cookie")),
    );
  } catch (thrown) {
    const info = readRequestInfo(request.headers);
    return silent === "only"
      ? returnAfterProblem(thrown, returnTo, info)
      : providerProblemPage(thrown, returnTo, info);
  }
}

function readSilent(sent: string | null): Attempt["silent"] {
  if (sent === null) return "no";
  return sent === "only" ? "only" : "first";
}

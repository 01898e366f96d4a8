import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { env } from "@/lib/core/env/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { redirectResponse } from "@/lib/core/http/responses";

/**
 * Redirects a browser that came to authorize on CLUSTER_URL to the same path and query on BASE_URL, where it is signed
 * in; null if it is already there, or if there is only one host.
 */
export function leaveClusterHost(request: ApiRequest): Response | null {
  const { baseUrl, clusterUrl } = env();
  if (baseUrl === clusterUrl) return null;
  const cluster = new URL(clusterUrl);
  if (cluster.host === new URL(baseUrl).host || hostOf(request, cluster) !== cluster.host) {
    return null;
  }
  // Concatenated rather than resolved: a path that begins with two slashes would become a host.
  const { pathname, search } = new URL(request.url);
  return redirectResponse(302, baseUrl + pathname + search);
}

/** The host that the browser asked for, without a default port. */
function hostOf(request: ApiRequest, { protocol }: URL): string {
  const hostHeader = request.headers.get("host");
  const address = hostHeader === null ? request.url : `${protocol}//${hostHeader}`;
  return parseUrl(address)?.host ?? "";
}

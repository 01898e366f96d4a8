import { type RouteAnswer, readAnswer } from "@/e2e/support/call-route";
import { basic } from "@/e2e/support/call-token";
import { expectDocumented } from "@/e2e/support/expect-documented";
import type { MintedClient } from "@/e2e/support/mint";
import { env } from "@/lib/env";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import { introspectEndpoint } from "@/lib/oauth/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/oauth/tokens/revoke-endpoint";

/** Asks about a token (RFC 7662). */
export function introspect(client: MintedClient, token: string): Promise<RouteAnswer> {
  return post("introspect", introspectEndpoint, client, token);
}

/** Gives a token back (RFC 7009). */
export function revoke(client: MintedClient, token: string): Promise<RouteAnswer> {
  return post("revoke", revokeEndpoint, client, token);
}

async function post(
  name: string,
  endpoint: (request: Request) => Promise<Response>,
  client: MintedClient,
  token: string,
): Promise<RouteAnswer> {
  const request = new Request(`${env().baseUrl}${OAUTH_PATH}/oauth/${name}`, {
    method: "POST",
    headers: { authorization: basic(client) },
    body: new URLSearchParams({ token }),
  });
  return readAnswer(expectDocumented(request, await endpoint(request)));
}

import { env } from "@/lib/kernel/env";
import { OAUTH_PATH } from "@/lib/oauth/metadata/issuer";
import { introspectEndpoint } from "@/lib/oauth/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/oauth/tokens/revoke-endpoint";
import type { MintedClient } from "@/test/factories/mint";
import { type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";
import { expectDocumented } from "@/test/requests/expect-documented";

/** Introspects a token (RFC 7662). */
export function introspect(client: MintedClient, token: string): Promise<RouteAnswer> {
  return post("introspect", introspectEndpoint, client, token);
}

/** Revokes a token (RFC 7009). */
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

import { env } from "@/lib/core/env/env";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { introspectEndpoint } from "@/lib/protocol/tokens/introspect-endpoint";
import { revokeEndpoint } from "@/lib/protocol/tokens/revoke-endpoint";
import { type RouteAnswer, readAnswer } from "@/test/requests/call-route";
import { basic } from "@/test/requests/call-token";
import { expectDocumented } from "@/test/requests/expect-documented";
import { ownAddress } from "@/test/requests/own-address";

/** The credentials of a client or a service key. */
type Credentials = Parameters<typeof basic>[0];

/** Introspects a token (RFC 7662). */
export function introspect(
  client: Credentials,
  token: string,
  headers: Record<string, string> = {},
): Promise<RouteAnswer> {
  const authorization = basic(client);
  return send("introspect", introspectEndpoint, { authorization, ...headers }, { token });
}

/** Introspects a token with the credentials in the body. */
export function introspectInBody(
  { clientId, clientSecret }: Credentials,
  token: string,
  headers: Record<string, string> = {},
): Promise<RouteAnswer> {
  const sent = { token, client_id: clientId, client_secret: clientSecret };
  return send("introspect", introspectEndpoint, headers, sent);
}

/** Revokes a token (RFC 7009). */
export function revoke(
  client: Credentials,
  token: string,
  headers: Record<string, string> = {},
): Promise<RouteAnswer> {
  return send("revoke", revokeEndpoint, { authorization: basic(client), ...headers }, { token });
}

async function send(
  name: string,
  endpoint: (request: Request) => Promise<Response>,
  headers: Record<string, string>,
  sent: Record<string, string>,
): Promise<RouteAnswer> {
  const url = `${env().baseUrl}${OAUTH_PATH}/oauth/${name}`;
  const body = new URLSearchParams(sent);
  const request = new Request(url, {
    method: "POST",
    headers: { ...ownAddress(), ...headers },
    body,
  });
  return readAnswer(expectDocumented(request, await endpoint(request)));
}

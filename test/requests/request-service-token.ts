import { env } from "@/lib/core/env/env";
import { ownAddress } from "@/test/requests/own-address";

/** A request to the service keys' token endpoint. */
export function requestServiceToken(
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  parameters: Record<string, string> = {},
): Request {
  const pair = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return new Request(`${env().baseUrl}/service/panel/authentication/v1.0/platform/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${pair}`, ...ownAddress() },
    body: new URLSearchParams({ grant_type: "client_credentials", ...parameters }),
  });
}

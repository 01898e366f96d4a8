import { REDIRECT_URI } from "@/test/factories/mint-installation";
import type { ExtensionClient } from "@/test/requests/http/extension-client";
import { companyOauth } from "@/test/requests/http/post-token";

/** The URL to which an extension sends the seller's browser, for all scopes of the client. */
export function authorizePath(companyId: number, client: ExtensionClient): string {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: client.scopes.join(","),
    state: "a state",
  });
  return `${companyOauth(companyId)}/authorize?${query}`;
}

import { REDIRECT_URI } from "@/test/factories/mint-installation";
import type { ExtensionClient } from "@/test/requests/http/extension-client";
import { companyOauth } from "@/test/requests/http/post-token";

/** The URL to which an extension sends the seller's browser; `query` replaces or adds parameters. */
export function authorizePath(
  companyId: number,
  { clientId, scopes }: Pick<ExtensionClient, "clientId" | "scopes">,
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: scopes.join(","),
    state: "a state",
    ...query,
  });
  return `${companyOauth(companyId)}/authorize?${parameters}`;
}

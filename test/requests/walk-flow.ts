import { env } from "@/lib/core/env/env";
import type { MintedUser } from "@/test/factories/mint";
import { addressAfterAllow, csrfToken } from "@/test/requests/call-consent";

/**
 * Acts as a seller's browser from an authorize URL on, over HTTP: follows it to the consent page,
 * presses Allow, and ends at redirect_uri.
 * @returns the URL at redirect_uri, with code and state
 */
export async function walkFlow(authorizeUrl: string | URL, as: MintedUser): Promise<URL> {
  const { cookie } = as;
  const response = await fetch(authorizeUrl, { headers: { cookie }, redirect: "manual" });
  const location = response.headers.get("location") ?? "";
  const [, requestId] = /^\/consent\/([\w-]+)$/.exec(location) ?? [];
  if (!requestId) return new URL(location);
  const allowed = await fetch(`${env().baseUrl}${location}/decision`, {
    method: "POST",
    headers: { cookie, origin: env().baseUrl },
    body: new URLSearchParams({ csrf_token: csrfToken(requestId, as), decision: "allow" }),
  });
  return addressAfterAllow(allowed);
}

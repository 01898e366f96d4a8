import { consentToken } from "@/lib/consent/consent-token";
import { decideConsent } from "@/lib/consent/decide-consent";
import { env } from "@/lib/core/env/env";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import type { MintedUser } from "@/test/factories/mint";
import type { Installation } from "@/test/factories/mint-installation";
import { callAuthorize } from "@/test/requests/call-authorize";

/** Runs authorize up to the consent page and returns the id of the stored request. */
export async function requestConsent(
  extension: Pick<Installation, "client" | "companyId" | "seller">,
  query: Record<string, string | null> = {},
  as: MintedUser = extension.seller,
): Promise<string> {
  const response = await callAuthorize(extension, query, as);
  const [, id] = /^\/consent\/([\w-]+)$/.exec(response.headers.get("location") ?? "") ?? [];
  if (!id) throw new Error(`authorize answered ${response.status}, not with a consent page`);
  return id;
}

/**
 * Presses a button on the consent page; `form` and `headers` override what the browser would send.
 */
export function pressConsent(
  requestId: string,
  as: MintedUser,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const fields = { csrf_token: csrfToken(requestId, as), decision: "allow", ...form };
  return decideConsent(
    new Request(`${env().baseUrl}/consent/${requestId}/decision`, {
      method: "POST",
      headers: { cookie: as.cookie, origin: env().baseUrl, ...headers },
      body: new URLSearchParams(fields),
    }),
  );
}

/** The form token on the consent page of this person and request. */
export function csrfToken(requestId: string, { cookie }: MintedUser): string {
  return consentToken(readSessionId(cookie) ?? "", requestId);
}

/** The URL to which the page after Allow leads. */
export async function addressAfterAllow(response: Response): Promise<URL> {
  const [, address = ""] = /<a href="([^"]+)"/.exec(await response.text()) ?? [];
  return new URL(address.replaceAll("&amp;", "&"));
}

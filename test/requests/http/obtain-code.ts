import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { hiddenField } from "@/test/requests/http/hidden-field";
import { companyOauth } from "@/test/requests/http/post-token";

/** An authorize request; omitted parameters have the usual values of the tests' clients. */
export type AuthorizeRequest = {
  companyId: number;
  clientId: string;
  scopes: readonly string[];
  /** Replaces or adds parameters. */
  query?: Record<string, string>;
};

/** Sends a browser's authorize request and returns the response without following it. */
export function openAuthorize(
  seller: APIRequestContext,
  { companyId, clientId, scopes, query }: AuthorizeRequest,
): Promise<APIResponse> {
  return seller.get(`${companyOauth(companyId)}/authorize`, {
    params: {
      client_id: clientId,
      redirect_uri: REDIRECT_URI,
      response_type: "code",
      scope: scopes.join(","),
      state: "a state",
      ...query,
    },
    maxRedirects: 0,
  });
}

/** Runs authorize to the end and presses Allow if the consent page appears. */
export async function obtainRedirect(
  seller: APIRequestContext,
  asked: AuthorizeRequest,
): Promise<URL> {
  const answer = await openAuthorize(seller, asked);
  const { location = "" } = answer.headers();
  if (!location.startsWith("/consent/")) return new URL(location);
  return allow(seller, location);
}

/** Presses Allow on a consent page and returns the URL to which the response leads. */
export async function allow(seller: APIRequestContext, path: string): Promise<URL> {
  const decided = await pressConsent(seller, path, "allow");
  expect(decided.status(), "Allow is accepted").toBe(200);
  const [, href = ""] = /<a href="([^"]+)"/.exec(await decided.text()) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

/** Runs authorize to the end and returns the code. */
export async function obtainCode(
  seller: APIRequestContext,
  asked: AuthorizeRequest,
): Promise<string> {
  const redirect = await obtainRedirect(seller, asked);
  const code = redirect.searchParams.get("code");
  if (!code) throw new Error(`authorize led to ${redirect}`);
  return code;
}

/** Opens a consent page and presses one of its buttons. */
export async function pressConsent(
  seller: APIRequestContext,
  path: string,
  decision: "allow" | "deny",
): Promise<APIResponse> {
  const page = await seller.get(path);
  const csrfToken = hiddenField(await page.text(), "csrf_token");
  return seller.post(`${path}/decision`, {
    headers: { origin: new URL(page.url()).origin },
    form: { csrf_token: csrfToken, decision },
    maxRedirects: 0,
  });
}

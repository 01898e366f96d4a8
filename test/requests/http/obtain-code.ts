import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { authorizePath } from "@/test/requests/http/authorize-path";
import { hiddenField } from "@/test/requests/http/hidden-field";

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
  { companyId, query, ...client }: AuthorizeRequest,
): Promise<APIResponse> {
  return seller.get(authorizePath(companyId, client, query), { maxRedirects: 0 });
}

/** Runs authorize to the end and presses Allow if the consent page appears. */
export async function obtainRedirect(
  seller: APIRequestContext,
  request: AuthorizeRequest,
): Promise<URL> {
  const answer = await openAuthorize(seller, request);
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
  request: AuthorizeRequest,
): Promise<string> {
  const redirect = await obtainRedirect(seller, request);
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

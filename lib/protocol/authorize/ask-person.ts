import { randomBytes } from "node:crypto";
import { env } from "@/lib/core/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { redirectResponse } from "@/lib/core/http/responses";
import type { Subject } from "@/lib/core/subject";
import { secondFactorHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { insertAuthorizationRequest } from "@/lib/protocol/authorize/repository";

// Where authorize sends the browser if the person has to do something first.

/**
 * Sends the browser to sign-in, which returns to the same request. With a sign-in provider, the provider is first asked
 * silently, so that a person who is signed in there sees no page; otherwise they get the sign-in page.
 */
export function signInFirst(request: ApiRequest): Response {
  const { pathname, search } = new URL(request.url);
  const page = env().provider ? "/api/auth/signin/oidc?silent=1&" : "/sign-in?";
  return redirectResponse(302, `${page}return_to=${encodeURIComponent(pathname + search)}`);
}

/** Marks a request that was at the provider. Anyone may send it: it only makes authorize answer without asking again. */
const ASKED = "provider_asked";

/**
 * Sends the browser of a request with prompt=none to the sign-in provider, which shows nothing either, and back to the
 * same request. Null if that was done, without a provider, and in a frame, where neither has its cookies.
 */
export function askProviderSilently(request: ApiRequest): Response | null {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!env().provider || searchParams.has(ASKED)) return null;
  if (request.headers.get("sec-fetch-dest")?.endsWith("frame")) return null;
  const back = encodeURIComponent(`${pathname}${search}&${ASKED}=1`);
  return redirectResponse(302, `/api/auth/signin/oidc?silent=only&return_to=${back}`);
}

/**
 * Sends the browser to the person's profile, which names the organization that requires a second factor.
 * Afterwards, the person starts again from the extension.
 */
export function setUpSecondFactorFirst({ organizationId }: Subject): Response {
  if (organizationId === null) throw new Error("A company requires no second factor");
  return redirectResponse(302, secondFactorHref(organizationId));
}

/** Seconds for which a request waits for the seller: as long as an SDK's install session. */
const AUTHORIZATION_REQUEST_SECONDS = 15 * 60;

/** Stores the verified request and sends the browser to its consent page. */
export async function requestConsent(context: AuthorizeContext): Promise<Response> {
  const { parameters, subject, scopes, facts } = context;
  if (facts.userId === null) throw new Error("Consent needs a signed-in person");
  const id = randomBytes(24).toString("base64url");
  await insertAuthorizationRequest({
    id,
    clientId: parameters.clientId,
    subject,
    userId: facts.userId,
    redirectUri: parameters.redirectUri,
    scopes,
    state: parameters.state,
    codeChallenge: parameters.codeChallenge,
    expiresAt: new Date(Date.now() + AUTHORIZATION_REQUEST_SECONDS * 1000),
  });
  return redirectResponse(302, `/consent/${id}`);
}

import { env } from "@/lib/core/env/env";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { providerHref, signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { spentRequest, storedRequestLocation } from "@/lib/protocol/authorize/parameters";
import { askForConsent, storeRequest } from "@/lib/protocol/authorize/stored-requests";

// Where authorize sends the browser if the person has to do something first. The request is stored once, and every
// address on the way contains only its id.

/** Seconds for which a request waits for the seller: as long as an SDK's install session. */
const AUTHORIZATION_REQUEST_SECONDS = 15 * 60;

/**
 * The address that continues a request, for another account or after a sign-in. It checks the request again.
 * @param info of the browser, whose network may store a bounded number of requests
 */
export async function continueLater(
  context: AuthorizeContext,
  { ipAddress }: RequestInfo,
): Promise<string> {
  const { parameters, subject, storedId } = context;
  const waiting = { seconds: AUTHORIZATION_REQUEST_SECONDS, userId: null };
  const id = storedId ?? (await storeRequest(context, { ...waiting, strangerAddress: ipAddress }));
  return storedRequestLocation(id, parameters.clientId, subject);
}

/**
 * Sends the browser to sign-in, which returns to the same request. With a sign-in provider, the provider is first asked
 * silently, so that a person who is signed in there sees no page; otherwise they get the sign-in page.
 */
export async function signInFirst(context: AuthorizeContext, info: RequestInfo): Promise<Response> {
  const back = await continueLater(context, info);
  return redirectResponse(302, env().provider ? providerHref(back, "silently") : signInHref(back));
}

/** Marks a request that was at the provider. Anyone may send it: it only makes authorize answer without asking again. */
const ASKED = "provider_asked";

/**
 * Sends the browser of a request with prompt=none to the sign-in provider, which shows nothing either, and back to the
 * same request. Null if that was done, without a provider, and in a frame, where neither has its cookies.
 */
export async function askProviderSilently(
  request: ApiRequest,
  context: AuthorizeContext,
  info: RequestInfo,
): Promise<Response | null> {
  if (!env().provider || new URL(request.url).searchParams.has(ASKED)) return null;
  if (request.headers.get("sec-fetch-dest")?.endsWith("frame")) return null;
  const back = `${await continueLater(context, info)}&${ASKED}=1`;
  return redirectResponse(302, providerHref(back, "only_silently"));
}

/**
 * Sends the browser to the request's consent page.
 * @throws ServiceError invalid_request if the request was answered meanwhile
 */
export async function requestConsent(context: AuthorizeContext): Promise<Response> {
  const { storedId, facts } = context;
  const { userId } = facts;
  if (userId === null) throw new Error("Consent needs a signed-in person");
  const seconds = AUTHORIZATION_REQUEST_SECONDS;
  if (storedId !== null && (await askForConsent({ id: storedId, userId, seconds })).length === 0) {
    throw spentRequest();
  }
  const id = storedId ?? (await storeRequest(context, { seconds, userId }));
  return redirectResponse(302, `/consent/${id}`);
}

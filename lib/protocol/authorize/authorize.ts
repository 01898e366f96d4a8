import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { readSubject, type Subject } from "@/lib/core/subject";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { secondFactorHref } from "@/lib/identity/sessions/sign-in-return-path";
import {
  askProviderSilently,
  continueLater,
  requestConsent,
  signInFirst,
} from "@/lib/protocol/authorize/ask-person";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { renderAuthorizeError } from "@/lib/protocol/authorize/error-page/render-authorize-error";
import {
  nameAuthorizeParameters,
  resolveParameters,
  spentRequest,
} from "@/lib/protocol/authorize/parameters";
import { readContextAndStoreCode } from "@/lib/protocol/authorize/read-context";
import { errorLocation, successLocation } from "@/lib/protocol/authorize/redirect-to-client";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { answerRequest } from "@/lib/protocol/authorize/stored-requests";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";

/**
 * GET `…/oauth/authorize` (platform spec 4.3; RFC 6749 section 4.1.1). If every step of the table
 * passes, the browser goes back to the client with a code; otherwise the table says what happens.
 */
export async function authorize(request: ApiRequest): Promise<Response> {
  const elsewhere = leaveClusterHost(request);
  if (elsewhere) return elsewhere;
  // Link previews and scanners send it: a code would be stored that no one gets.
  if (request.method === "HEAD") {
    return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
  }
  const info = readRequestInfo(request.headers);
  const readSoFar: { subject?: Subject } = {};
  try {
    const subject = readSubject(request.url);
    readSoFar.subject = subject;
    const { parameters, storedId } = await resolveParameters(request.url, subject);
    const sessionId = readSessionId(request.headers.get("cookie"));
    const authorizeRequest = { parameters, storedId, subject, sessionId };
    const { context, code } = await readContextAndStoreCode(authorizeRequest, info.requestId);
    return await answer(request, context, code, info);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    await recordDenial("authorize", error, {
      ...readSoFar,
      requestId: info.requestId,
      sent: readSentRequest(request),
    });
    return await renderAuthorizeError({ request, requestId: info.requestId, error, ...readSoFar });
  }
}

async function answer(
  request: ApiRequest,
  context: AuthorizeContext,
  storedCode: string | null,
  info: RequestInfo,
): Promise<Response> {
  const { parameters, subject } = context;
  const client = { ...parameters, subject };
  noteLogFacts(info.requestId, {
    ...subject,
    clientId: context.facts.client && parameters.clientId,
  });
  const failure = await findFailure(context);
  if (!failure) {
    const code = storedCode ?? (await storeCode(context, info));
    return redirectResponse(302, successLocation(client, code));
  }
  const { error, onFailure } = failure;
  switch (onFailure) {
    case "show":
      await record(request, error, context, info);
      return renderAuthorizeError({
        request,
        requestId: info.requestId,
        error,
        subject,
        asked: { ...parameters, registered: context.facts.client?.redirectUrls ?? [] },
        ...(error.diagnosis.check === "membership" && {
          switchAccountTo: await continueLater(context, info),
        }),
      });
    case "redirect": {
      const isLoginMissing = error.code === "login_required" && context.facts.userId === null;
      const atProvider = isLoginMissing ? await askProviderSilently(request, context, info) : null;
      if (atProvider) return atProvider;
      await record(request, error, context, info);
      noteLogFacts(info.requestId, { error: error.code });
      return redirectResponse(302, errorLocation(client, error, info.requestId));
    }
    case "sign_in":
      return signInFirst(context, info);
    case "set_up_second_factor":
      // The person's profile names the organization. Afterwards, they start again from the extension.
      return redirectResponse(302, secondFactorHref(subject.organizationId ?? ""));
    case "ask_for_consent":
      return requestConsent(context);
  }
}

/**
 * Stores the code of a stored request, which is answered with it.
 * @throws ServiceError invalid_request if the request was answered meanwhile
 */
async function storeCode(context: AuthorizeContext, { requestId }: RequestInfo): Promise<string> {
  const { parameters, subject, storedId, scopes, facts } = context;
  const { grantId, grantEpoch, userId, sessionId } = facts;
  if (grantId === null || grantEpoch === null || userId === null) {
    throw new Error("All checks passed without a grant or without a person");
  }
  if (storedId !== null && !(await answerRequest(storedId, userId))) throw spentRequest();
  return issueCode(db(), {
    ...parameters,
    subject,
    scopes,
    userId,
    sessionId,
    grant: { id: grantId, epoch: grantEpoch },
    askedBy: { kind: "authorize", requestId },
  });
}

function record(
  request: ApiRequest,
  error: ServiceError,
  { parameters, subject, storedId, facts }: AuthorizeContext,
  info: RequestInfo,
): Promise<void> {
  return recordDenial("authorize", error, {
    requestId: info.requestId,
    sent: readSentRequest(request, storedId ? nameAuthorizeParameters(parameters) : {}),
    clientId: parameters.clientId,
    subject,
    signedIn: facts.role !== null,
  });
}

/**
 * Redirects a browser that came to authorize on CLUSTER_URL to the same path and query on BASE_URL, where it is signed
 * in; null if it is already there, or if there is only one host.
 */
export function leaveClusterHost(request: ApiRequest): Response | null {
  const { baseUrl, clusterUrl } = env();
  if (baseUrl === clusterUrl) return null;
  const cluster = new URL(clusterUrl);
  if (cluster.host === new URL(baseUrl).host || hostOf(request, cluster) !== cluster.host) {
    return null;
  }
  // Concatenated rather than resolved: a path that begins with two slashes would become a host.
  const { pathname, search } = new URL(request.url);
  return redirectResponse(302, baseUrl + pathname + search);
}

/** The host that the browser asked for, without a default port. */
function hostOf(request: ApiRequest, { protocol }: URL): string {
  const hostHeader = request.headers.get("host");
  const address = hostHeader === null ? request.url : `${protocol}//${hostHeader}`;
  return parseUrl(address)?.host ?? "";
}

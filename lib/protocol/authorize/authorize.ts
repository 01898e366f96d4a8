import { db } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { noteLogFacts } from "@/lib/core/http/log-facts";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { readSubject, type Subject } from "@/lib/core/subject";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import {
  askProviderSilently,
  continueLater,
  requestConsent,
  setUpSecondFactorFirst,
  signInFirst,
} from "@/lib/protocol/authorize/ask-person";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { renderAuthorizeError } from "@/lib/protocol/authorize/error-page/render-authorize-error";
import { leaveClusterHost } from "@/lib/protocol/authorize/leave-cluster-host";
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
  if (request.method === "HEAD") return withoutEffect();
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
      const atProvider = isLoginMissing(context, error)
        ? await askProviderSilently(request, context, info)
        : null;
      if (atProvider) return atProvider;
      await record(request, error, context, info);
      noteLogFacts(info.requestId, { error: error.code });
      return redirectResponse(302, errorLocation(client, error, info.requestId));
    }
    case "sign_in":
      return signInFirst(context, info);
    case "set_up_second_factor":
      return setUpSecondFactorFirst(subject);
    case "ask_for_consent":
      return requestConsent(context);
  }
}

/** Whether a request with prompt=none fails because no one is signed in here. */
function isLoginMissing({ facts }: AuthorizeContext, { code }: ServiceError): boolean {
  return code === "login_required" && facts.userId === null;
}

/** For HEAD, which link previews and scanners send: a code would be stored that no one gets. */
function withoutEffect(): Response {
  return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
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

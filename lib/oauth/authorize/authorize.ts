import { db } from "@/lib/db/client";
import type { ServiceError } from "@/lib/errors";
import { toServiceError } from "@/lib/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/http/request-info";
import { redirectResponse } from "@/lib/http/responses";
import type { AuthorizeCheck, AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import {
  checksBeforeRedirect,
  checksOfRequest,
  checksOfSeller,
} from "@/lib/oauth/authorize/checks";
import { checkConsent } from "@/lib/oauth/authorize/checks/check-consent";
import { checkLogin } from "@/lib/oauth/authorize/checks/check-login";
import { checkSecondFactor } from "@/lib/oauth/authorize/checks/check-second-factor";
import { coveringGrant } from "@/lib/oauth/authorize/covering-grant";
import { nameAuthorizeParameters } from "@/lib/oauth/authorize/parameters";
import { consumePushedRequest } from "@/lib/oauth/authorize/pushed-repository";
import { readContext } from "@/lib/oauth/authorize/read-context";
import {
  errorLocation,
  type Redirect,
  successLocation,
} from "@/lib/oauth/authorize/redirect-to-client";
import { renderAuthorizeError } from "@/lib/oauth/authorize/render-authorize-error";
import { requestConsent } from "@/lib/oauth/authorize/request-consent";
import { resolveParameters, spentRequest } from "@/lib/oauth/authorize/resolve-parameters";
import { setUpSecondFactorFirst } from "@/lib/oauth/authorize/set-up-second-factor-first";
import { signInFirst } from "@/lib/oauth/authorize/sign-in-first";
import { issueCode } from "@/lib/oauth/codes/issue-code";
import { recordRefusal } from "@/lib/oauth/events/record-refusal";
import { readSentRequest } from "@/lib/oauth/events/sent-request";
import { readSubject, type Subject } from "@/lib/oauth/subject";

/**
 * GET `…/oauth/authorize` (document 4.3; RFC 6749 section 4.1.1): sends the browser back with a code
 * at once when the company granted exactly these scopes, to sign-in or consent when not, and shows
 * or sends back what is wrong.
 */
export async function authorize(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const seen: { subject?: Subject } = {};
  try {
    const subject = readSubject(request.url);
    seen.subject = subject;
    const { parameters, pushed } = await resolveParameters(request.url, subject);
    const context = await readContext(request.headers, subject, parameters, pushed);
    return await answer(request, context, info);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    await recordRefusal("authorize", error, {
      ...seen,
      requestId: info.requestId,
      sent: readSentRequest(request),
    });
    return renderAuthorizeError(request, error, info.requestId);
  }
}

async function answer(
  request: Request,
  context: AuthorizeContext,
  info: RequestInfo,
): Promise<Response> {
  const { parameters, facts, subject } = context;
  const silent = parameters.prompt === "none";

  const shown = firstRefusal(checksBeforeRedirect, context);
  if (shown) return show(request, shown, context, info);
  const malformed = firstRefusal(checksOfRequest, context);
  if (malformed) return sendBack(request, malformed, context, info);
  const unknown = checkLogin(context);
  if (unknown) return silent ? sendBack(request, unknown, context, info) : signInFirst(request);
  const stranger = firstRefusal(checksOfSeller, context);
  if (stranger) return show(request, stranger, context, info);
  const unproven = checkSecondFactor(context);
  if (unproven) {
    return silent ? sendBack(request, unproven, context, info) : setUpSecondFactorFirst(subject);
  }

  if (context.pushed && !(await consumePushedRequest(context.pushed))) {
    return show(request, spentRequest(), context, info);
  }

  const redirect: Redirect = { ...parameters, subject };
  if (facts.issued) return redirectResponse(302, successLocation(redirect, context.code));
  const grant = coveringGrant(context);
  if (grant) {
    const code = await issueCode(db(), {
      ...redirect,
      userId: grant.userId,
      sessionId: grant.sessionId,
      grant,
      scopes: context.scopes,
      codeChallenge: parameters.codeChallenge,
      askedBy: { kind: "authorize", requestId: info.requestId },
    });
    return redirectResponse(302, successLocation(redirect, code));
  }
  const needed = checkConsent(context);
  return needed ? sendBack(request, needed, context, info) : requestConsent(context);
}

function firstRefusal(
  checks: readonly AuthorizeCheck[],
  context: AuthorizeContext,
): ServiceError | null {
  for (const check of checks) {
    const refusal = check(context);
    if (refusal) return refusal;
  }
  return null;
}

async function show(
  request: Request,
  error: ServiceError,
  context: AuthorizeContext,
  info: RequestInfo,
): Promise<Response> {
  await record(request, error, context, info);
  return renderAuthorizeError(request, error, info.requestId);
}

async function sendBack(
  request: Request,
  error: ServiceError,
  context: AuthorizeContext,
  info: RequestInfo,
): Promise<Response> {
  await record(request, error, context, info);
  const redirect = { ...context.parameters, subject: context.subject };
  return redirectResponse(302, errorLocation(redirect, error, info.requestId));
}

function record(
  request: Request,
  error: ServiceError,
  { parameters, subject, pushed }: AuthorizeContext,
  info: RequestInfo,
): Promise<void> {
  return recordRefusal("authorize", error, {
    requestId: info.requestId,
    sent: readSentRequest(request, pushed ? nameAuthorizeParameters(parameters) : {}),
    clientId: parameters.clientId,
    subject,
  });
}

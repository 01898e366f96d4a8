import { isConsentToken } from "@/lib/consent/consent-token";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { findMembership, mayConsent, scopesBeyondRole } from "@/lib/consent/may-consent";
import {
  findRequest,
  listSessionIds,
  type StoredRequest,
  takeDecision,
} from "@/lib/consent/repository";
import { restartLocation } from "@/lib/consent/restart-location";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { readForm } from "@/lib/core/http/read-body";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { asSubject } from "@/lib/core/subject";
import { readSession } from "@/lib/identity/sessions/read-session";
import { secondFactorHref, signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";
import { renderAuthorizeError } from "@/lib/protocol/authorize/error-page/render-authorize-error";
import { findInstallError } from "@/lib/protocol/authorize/find-install-error";
import {
  matchRedirectUri,
  withoutApplicationId,
} from "@/lib/protocol/authorize/match-redirect-uri";
import { successLocation } from "@/lib/protocol/authorize/redirect-to-client";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { diagnoseRedirectUri } from "@/lib/protocol/events/explain-redirect-difference";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { readSentRequest } from "@/lib/protocol/events/sent-request";

const AGAIN = { kind: "run_authorize_again" } as const;

/**
 * POST `/consent/{request_id}/decision`: the seller's decision. Allow stores the grant and redirects to the extension
 * with a code. Don't allow ends on our own page, and redirect_uri is not called (platform spec 4.3 rule 3).
 */
export async function decideConsent(request: ApiRequest): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const requestId = new URL(request.url).pathname.split("/")[2] ?? "";
  const sent: SentDecision = { request, info, stored: null, session: null };
  try {
    sent.stored = await findRequest(requestId);
    sent.session = await readSession(request.headers);
    return await decide(sent, requestId);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    await record(sent, error);
    const own = sent.stored?.userId === sent.session?.userId ? sent.stored : null;
    return renderAuthorizeError({
      request,
      requestId: info.requestId,
      error,
      ...(own && {
        subject: asSubject(own),
        asked: { ...own, registered: own.client.redirectUrls },
      }),
    });
  }
}

/** A form, the consent request that it names, and who sent it. */
type SentDecision = {
  request: ApiRequest;
  info: RequestInfo;
  stored: StoredRequest | null;
  session: Session | null;
};

/** One by the person who was asked. */
type OwnDecision = SentDecision & { stored: StoredRequest; session: Session };

async function decide(sent: SentDecision, requestId: string): Promise<Response> {
  const { request, stored, session } = sent;
  requireSameOrigin(request);
  if (!session) return redirectResponse(303, signInHref(`/consent/${requestId}`));
  const form = await readForm(request);
  const token = form.csrf_token ?? "";
  if (!isConsentToken(token, session.sessionId, requestId)) {
    const sessionIds = await listSessionIds(session.userId);
    // The person has signed in again since. The request still waits, with a form for the new session.
    if (sessionIds.some((sessionId) => isConsentToken(token, sessionId, requestId)))
      return redirectResponse(303, `/consent/${requestId}?again=1`);
    const message =
      "The form was not created for this session. Go back, reload the page and try again.";
    throw new ServiceError("access_denied", message, { check: "consent_form", fix: AGAIN });
  }
  if (!stored || stored.userId !== session.userId) {
    const message = "You have no such request. Start again from the extension.";
    throw new ServiceError("not_found", message, { check: "consent_person", fix: AGAIN });
  }
  if (form.decision === "deny") return deny({ ...sent, stored, session });
  if (form.decision === "allow") return allow({ ...sent, stored, session });
  throw new ServiceError("invalid_request", "The form contains neither allow nor deny.", {
    check: "consent_decision",
    fix: AGAIN,
  });
}

async function deny(sent: OwnDecision): Promise<Response> {
  const { stored, session } = sent;
  const isTaken = await transaction((tx) => takeDecision(tx, stored.id, session.userId, "denied"));
  if (!isTaken) return alreadyAnswered(sent);
  const error = new ServiceError(
    "access_denied",
    "The seller chose Don't allow. redirect_uri was not called.",
    { check: "consent_given" },
  );
  await record(sent, error);
  return redirectResponse(303, `/consent/${stored.id}/rejected`);
}

async function allow(sent: OwnDecision): Promise<Response> {
  const { request, info, stored, session } = sent;
  const { sessionId, userId } = session;
  const membership = await findMembership(stored, session);
  if (membership?.secondFactorRequiredBy)
    return redirectResponse(303, secondFactorHref(membership.secondFactorRequiredBy));
  if (!membership || !mayConsent(membership.role)) {
    throw new ServiceError(
      "access_denied",
      "Only an owner or admin of the company can allow this.",
      { check: "consent_role", fix: { kind: "ask_admin" } },
    );
  }
  const beyond =
    stored.organizationId === null ? [] : scopesBeyondRole(membership.role, stored.scopes);
  // Otherwise an admin could give an extension what they may not do themselves, and then use it.
  if (beyond.length > 0) {
    throw new ServiceError(
      "access_denied",
      `Your role "${membership.role}" cannot allow ${beyond.join(", ")}: it does not have these permissions itself. Ask an owner.`,
      { check: "consent_role", fix: { kind: "ask_admin" } },
    );
  }
  const subject = asSubject(stored);
  const blocked = await findInstallError(stored.clientId, subject);
  if (blocked) throw blocked;
  const { redirectUrls } = stored.client;
  if (!matchRedirectUri(redirectUrls, stored.redirectUri)) {
    throw new ServiceError(
      "invalid_request",
      "The extension's redirect URL was removed after this page was opened. Nothing was shared.",
      {
        check: "redirect_uri_registered",
        ...diagnoseRedirectUri(redirectUrls, withoutApplicationId(stored.redirectUri)),
      },
    );
  }
  const code = await transaction(async (tx) => {
    if (!(await takeDecision(tx, stored.id, userId, "allowed"))) return null;
    const grant = await approveGrant(tx, { ...stored, userId, subject });
    const askedBy = { kind: "consent", requestId: info.requestId } as const;
    return issueCode(tx, { ...stored, userId, subject, sessionId, grant, askedBy });
  });
  if (code === null) return alreadyAnswered(sent);
  const href = successLocation({ ...stored, subject }, code);
  return renderPage(request.headers, 200, (t) => ({
    title: t("allowed.title", { client: stored.client.name }),
    paragraphs: [t("allowed.explanation")],
    link: { href, label: t("allowed.goOn", { host: new URL(stored.redirectUri).host }) },
    followLink: true,
  }));
}

// A second press of the button, a second tab, or an expired request: the person has to start again, which
// needs no page if the first press allowed it.
async function alreadyAnswered(sent: OwnDecision): Promise<Response> {
  const { request, stored } = sent;
  const error = new ServiceError(
    "conflict",
    "The consent request was already answered or has expired.",
    { check: "consent_open", fix: AGAIN },
  );
  await record(sent, error);
  return renderPage(request.headers, 409, (t) => ({
    title: t("alreadyAnswered.title"),
    paragraphs: [t("alreadyAnswered.explanation")],
    link: {
      href: restartLocation(stored),
      label: t("alreadyAnswered.goOn", { client: stored.client.name }),
    },
  }));
}

async function record(
  { request, info, stored, session }: SentDecision,
  error: ServiceError,
): Promise<void> {
  const requestParameters = stored && { redirect_uri: stored.redirectUri, scope: stored.scopes };
  await recordDenial("consent", error, {
    requestId: info.requestId,
    sent: { ...readSentRequest(request), parameters: { ...requestParameters } },
    ...(stored && {
      clientId: stored.clientId,
      subject: asSubject(stored),
      signedIn: stored.userId === session?.userId,
    }),
  });
}

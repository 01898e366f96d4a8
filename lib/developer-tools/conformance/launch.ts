import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { findMembership, mayConsent } from "@/lib/consent/may-consent";
import { db, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { callOut } from "@/lib/core/http/outgoing-call";
import type { Subject } from "@/lib/core/subject";
import { presentAuthorizeParameters, readQuery } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { type Redirect, successLocation } from "@/lib/protocol/authorize/redirect-to-client";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** The extension under test and the facts that earlier steps found. */
export type Candidate = {
  organizationId: string;
  clientId: string;
  companyId: number;
  subject: Subject & { companyId: number };
  baseUrl: string;
  /** The member who runs the check, and the session in which they install the extension. */
  userId: string;
  sessionId: string;
};

/** A launch with the extension's valid authorize request, or what was wrong with it. */
export type Launch =
  | {
      problem: null;
      redirect: Redirect;
      scopes: readonly string[];
      codeChallenge: string | null;
      cookies: string;
    }
  | { problem: string };

/** Opens `/fp/install` as the seller's browser would and reads the resulting authorize request. */
export async function launch({
  baseUrl,
  clientId,
  companyId,
  subject,
}: Candidate): Promise<Launch> {
  const query = new URLSearchParams({
    company_id: String(companyId),
    client_id: clientId,
    cluster_url: env().clusterUrl,
  });
  const answer = await callOut({ method: "GET", address: `${baseUrl}/fp/install?${query}` });
  if (answer.status === null) return { problem: `No answer: ${answer.error}` };
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status > 399 || !location) {
    return { problem: `It responded with ${answer.status} instead of a redirect to authorize.` };
  }
  const path = `${issuerPath(subject)}/oauth/authorize`;
  const { baseUrl: pages, clusterUrl } = env();
  // Metadata names authorize on BASE_URL; SDKs put the path behind cluster_url.
  if (![pages, clusterUrl].some((origin) => location.startsWith(`${origin}${path}?`))) {
    return {
      problem: `It redirected to ${location.split("?")[0]} instead of ${clusterUrl}${path}.`,
    };
  }
  const parameters = presentAuthorizeParameters(readQuery(location));
  const context = await readContext({ parameters, subject, storedId: null, sessionId: null });
  const failure = await findFailure(context, ({ appliesToPush }) => appliesToPush);
  if (failure) return { problem: `Its authorize request is rejected: ${failure.error.message}` };
  const cookies = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]);
  return {
    problem: null,
    redirect: { ...parameters, subject },
    scopes: context.scopes,
    codeChallenge: parameters.codeChallenge,
    cookies: cookies.join("; "),
  };
}

/**
 * Rejects a member who may not consent for the sandbox company.
 * @throws ServiceError forbidden
 */
export async function requireInstaller(candidate: Candidate): Promise<void> {
  const membership = await findMembership(candidate.subject, candidate);
  if (membership && mayConsent(membership.role)) return;
  throw new ServiceError(
    "forbidden",
    `The check installs the extension in company ${candidate.companyId} in your name, which only its owners and admins can do. Ask one of them to run it, or to give you such a role.`,
  );
}

/**
 * Grants what a launch requested and issues the code, like Allow on the consent page.
 * @throws ServiceError forbidden for a member who may not consent any more
 */
export async function allowLaunch(
  candidate: Candidate,
  launched: Launch & { problem: null },
): Promise<string> {
  await requireInstaller(candidate);
  const { clientId, subject, userId, sessionId } = candidate;
  const { scopes, redirect, codeChallenge } = launched;
  const grant = await transaction((tx) => approveGrant(tx, { clientId, subject, userId, scopes }));
  const codeRequest = { ...redirect, userId, sessionId, grant, scopes, codeChallenge };
  return issueCode(db(), codeRequest);
}

/** Delivers a code to the extension as the seller's browser would. */
export function deliverCode(launched: Launch & { problem: null }, code: string, state?: string) {
  const redirect = { ...launched.redirect, state: state ?? launched.redirect.state };
  return callOut({
    method: "GET",
    address: successLocation(redirect, code),
    headers: launched.cookies ? { cookie: launched.cookies } : {},
  });
}

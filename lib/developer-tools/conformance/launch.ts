import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { db, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
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
  /** The person who installs it: an owner or admin of the sandbox company. */
  userId: string;
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
  const context = await readContext({ parameters, subject, pushed: null, sessionId: null });
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

/** Grants what a launch requested and issues the code, like Allow on the consent page. */
export async function allowLaunch(
  { clientId, subject, userId }: Candidate,
  launched: Launch & { problem: null },
): Promise<string> {
  const { scopes, redirect, codeChallenge } = launched;
  const grant = await transaction((tx) => approveGrant(tx, { clientId, subject, userId, scopes }));
  const codeRequest = { ...redirect, userId, sessionId: null, grant, scopes, codeChallenge };
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

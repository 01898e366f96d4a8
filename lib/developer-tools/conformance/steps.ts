import { signBody, signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { approveGrant } from "@/lib/consent/grants/approve-grant";
import { findMembership, mayConsent } from "@/lib/consent/may-consent";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken } from "@/lib/core/crypto/tokens";
import { db, transaction } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { callOut, postJson } from "@/lib/core/http/outgoing-call";
import type { Subject } from "@/lib/core/subject";
import type { Installation } from "@/lib/developer-tools/input";
import { expireAccessTokens } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { presentAuthorizeParameters, readQuery } from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { successLocation } from "@/lib/protocol/authorize/redirect-to-client";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { issueCode } from "@/lib/protocol/codes/issue-code";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** How a step ended. `warning`: it works but should be improved. */
export const verdicts = ["passed", "warning", "failed", "skipped"] as const;

export type Verdict = (typeof verdicts)[number];

export type StepOutcome = { verdict: Verdict; message: string; fix: string | null };

/** One step of the check. If it fails and others depend on it, the run ends. */
type Step = {
  title: string;
  isFoundation: boolean;
  /** What to do when it fails. */
  fix: string;
  /** @returns what was seen, or a warning. @throws StepFailure saying what was wrong */
  run: (candidate: Candidate) => Promise<string | Warning>;
};

/** What works but should be improved, and how. */
type Warning = { message: string; fix: string };

/** `/fp/install` must lead to a valid authorize request (platform spec, sections 4.2 and 4.3). */
const install: Step = {
  title: "Install redirects to authorize",
  isFoundation: true,
  fix: "Serve /fp/install below base_url, set the cluster URL to this server, and use only redirect URLs and scopes that the client is registered for.",
  run: async (candidate) => {
    const { redirect, scopes } = await launch(candidate);
    if (!redirect.state) {
      const fix = "Send a random state with each authorize request.";
      throw new StepFailure("The authorize request has no state.", fix);
    }
    return `It requests ${scopes.join(", ")}.`;
  },
};

/** The code must be exchanged (platform spec, sections 4.4 and 4.5). */
const tokens: Step = {
  title: "The code is exchanged for tokens",
  isFoundation: true,
  fix: "At the redirect URL, exchange the code within 60 seconds at token or offline-token with Basic credentials; the failure log shows rejected requests.",
  run: async (candidate) => {
    const { answer, use } = await sendCode(candidate);
    if (answer.status === null) {
      throw new StepFailure(`The redirect URL did not respond: ${answer.error}`);
    }
    if (answer.status >= 400) {
      throw new StepFailure(`The redirect URL responded with ${answer.status}.`);
    }
    const kinds = [...(use.online ? ["online"] : []), ...(use.offline ? ["offline"] : [])];
    if (kinds.length === 0) throw new StepFailure("The code was never exchanged.");
    return `It obtained an ${kinds.join(" and an ")} token.`;
  },
};

/** A code that comes with a wrong state must not be used (platform spec, section 4.3, rule 4). */
const state: Step = {
  title: "A wrong state is rejected",
  isFoundation: false,
  fix: "Compare the returned state with the one you sent and stop when they differ.",
  run: async (candidate) => {
    const { answer, use } = await sendCode(candidate, newId());
    if (use.online || use.offline) {
      throw new StepFailure("It exchanged a code that came with a wrong state.");
    }
    return `It responded with ${answer.status ?? "nothing"} and did not use the code.`;
  },
};

/** After its tokens end, a launch must bring new ones (platform spec, section 5, rule 4). */
const renewal: Step = {
  title: "It recovers after its tokens have expired",
  isFoundation: false,
  fix: "When a call fails because the token has expired, refresh it or run the flow again.",
  run: async (candidate) => {
    const expired = await expireAccessTokens(candidate);
    const { use } = await sendCode(candidate);
    if (!use.online && !use.offline) {
      throw new StepFailure(
        `After its tokens expired (${expired}), a launch obtained no new ones.`,
      );
    }
    const refreshes = await countRefreshes(candidate);
    if (refreshes === 0) {
      return {
        message: "A launch obtained new tokens, but no background refresh has been seen yet.",
        fix: "Call a platform API outside a launch after the offline token has expired, and run the check again.",
      };
    }
    const often = refreshes === 1 ? "one refresh was" : `${refreshes} refreshes were`;
    return `A launch obtained new tokens, and ${often} seen in this company.`;
  },
};

/** `/fp/uninstall` must accept a signed call and should reject any other. */
const uninstall: Step = {
  title: "Uninstall accepts signed calls only",
  isFoundation: false,
  fix: "Respond to POST /fp/uninstall with 200 once the company's data and tokens are deleted.",
  run: async (candidate) => {
    const { baseUrl, clientId, companyId } = candidate;
    const body = JSON.stringify({ company_id: companyId, client_id: clientId });
    const call = (signature: string) =>
      postJson(`${baseUrl}/fp/uninstall`, body, { "x-fp-signature": signature });
    const forged = await call("0".repeat(64));
    const signed = await call(signBody((await signingSecret(candidate)) ?? "", body));
    if (signed.status === null || signed.status >= 300) {
      throw new StepFailure(
        `The response to the signed call was ${signed.status ?? signed.error}.`,
      );
    }
    if (forged.status !== null && forged.status < 400) {
      return {
        message: "The signed call was accepted, but so was one with a forged signature.",
        fix: "Check x-fp-signature: hex HMAC-SHA256 of the body under your API secret.",
      };
    }
    return "The signed call was accepted, and a forged one was rejected.";
  },
};

export const stepNames = ["install", "tokens", "state", "renewal", "uninstall"] as const;

/** The steps in their order. */
export const steps: Readonly<Record<(typeof stepNames)[number], Step>> = {
  install,
  tokens,
  state,
  renewal,
  uninstall,
};

export async function runStep({ run, fix }: Step, candidate: Candidate): Promise<StepOutcome> {
  try {
    const result = await run(candidate);
    return typeof result === "string"
      ? { verdict: "passed", message: result, fix: null }
      : { verdict: "warning", ...result };
  } catch (thrown) {
    if (!(thrown instanceof StepFailure)) throw thrown;
    return { verdict: "failed", message: thrown.message, fix: thrown.fix ?? fix };
  }
}

/** Launches the extension, allows what it requests, delivers the code as a browser would, and tells how it was used. */
async function sendCode(candidate: Candidate, state?: string) {
  const launched = await launch(candidate);
  const code = await allowLaunch(candidate, launched);
  const redirect = { ...launched.redirect, state: state ?? launched.redirect.state };
  const answer = await callOut({
    method: "GET",
    address: successLocation(redirect, code),
    headers: launched.cookies ? { cookie: launched.cookies } : {},
  });
  return { answer, use: await findCodeUse(code) };
}

/** The extension under test and the facts that earlier steps found. */
export type Candidate = Installation & {
  subject: Subject & { companyId: number };
  baseUrl: string;
  /** The member who runs the check, and the session in which they install the extension. */
  userId: string;
  sessionId: string;
};

/** Why a step of the check failed, for the developer, and what to do about it if that is not what the step says. */
class StepFailure extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

type Launch = Awaited<ReturnType<typeof launch>>;

/**
 * Opens `/fp/install` as the seller's browser would and reads the resulting authorize request.
 * @throws StepFailure saying what was wrong with it
 */
async function launch({ baseUrl, clientId, companyId, subject }: Candidate) {
  const { baseUrl: pages, clusterUrl } = env();
  const query = new URLSearchParams({
    company_id: String(companyId),
    client_id: clientId,
    cluster_url: clusterUrl,
  });
  const answer = await callOut({ method: "GET", address: `${baseUrl}/fp/install?${query}` });
  if (answer.status === null) throw new StepFailure(`No answer: ${answer.error}`);
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status > 399 || !location) {
    throw new StepFailure(`It responded with ${answer.status} instead of a redirect to authorize.`);
  }
  const path = `${issuerPath(subject)}/oauth/authorize`;
  // Metadata names authorize on BASE_URL; SDKs put the path behind cluster_url.
  if (![pages, clusterUrl].some((origin) => location.startsWith(`${origin}${path}?`))) {
    const address = location.split("?")[0];
    throw new StepFailure(`It redirected to ${address} instead of ${clusterUrl}${path}.`);
  }
  const parameters = presentAuthorizeParameters(readQuery(location));
  const context = await readContext({ parameters, subject, storedId: null, sessionId: null });
  const failure = await findFailure(context, ({ appliesToPush }) => appliesToPush);
  if (failure) {
    throw new StepFailure(`Its authorize request is rejected: ${failure.error.message}`);
  }
  const cookies = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]);
  return {
    redirect: { ...parameters, subject },
    scopes: context.scopes,
    codeChallenge: parameters.codeChallenge,
    cookies: cookies.join("; "),
  };
}

/** @throws ServiceError forbidden for a member who may not consent for the sandbox company */
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
async function allowLaunch(candidate: Candidate, launched: Launch): Promise<string> {
  await requireInstaller(candidate);
  const { clientId, subject, userId, sessionId } = candidate;
  const { scopes, redirect, codeChallenge } = launched;
  const grant = await transaction((tx) => approveGrant(tx, { clientId, subject, userId, scopes }));
  const codeRequest = { ...redirect, userId, sessionId, grant, scopes, codeChallenge };
  return issueCode(db(), codeRequest);
}

/** Whether a code was used, and for which tokens; for none if it is unknown. */
async function findCodeUse(code: string): Promise<{ online: boolean; offline: boolean }> {
  const codeHash = new Uint8Array(sha256(code));
  const storedCode = await db().authorizationCode.findUnique({
    where: { codeHash_day: { codeHash, day: dayOfToken(code) } },
    select: { onlineUsedAt: true, offlineUsedAt: true },
  });
  const { onlineUsedAt = null, offlineUsedAt = null } = storedCode ?? {};
  return { online: onlineUsedAt !== null, offline: offlineUsedAt !== null };
}

/** How often a client refreshed for a company. */
function countRefreshes({ clientId, companyId }: Installation): Promise<number> {
  return db().authorizationEvent.count({
    where: { clientId, companyId, kind: "refresh", outcome: "issued" },
  });
}

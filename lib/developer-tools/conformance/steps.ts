import { signBody, signingSecret } from "@/lib/consent/deliveries/signing-secret";
import { newId } from "@/lib/core/crypto/ids";
import { postJson } from "@/lib/core/http/outgoing-call";
import {
  allowLaunch,
  type Candidate,
  deliverCode,
  launch,
} from "@/lib/developer-tools/conformance/launch";
import { countRefreshes, expireAccessTokens, findCodeUse } from "@/lib/developer-tools/repository";

/** How a step ended. `warning`: it works but should be improved. */
export const verdicts = ["passed", "warning", "failed", "skipped"] as const;

export type Verdict = (typeof verdicts)[number];

export type StepOutcome = { verdict: Verdict; message: string; fix: string | null };

/** One step of the check. If it fails and others depend on it, the run ends. */
type Step = {
  name: string;
  title: string;
  isFoundation: boolean;
  run: (candidate: Candidate) => Promise<StepOutcome>;
};

/** `/fp/install` must lead to a valid authorize request (platform spec, sections 4.2 and 4.3). */
const install: Step = {
  name: "install",
  title: "Install redirects to authorize",
  isFoundation: true,
  run: async (candidate) => {
    const launched = await launch(candidate);
    if (launched.problem !== null) {
      return failed(
        launched.problem,
        "Serve /fp/install below base_url, set the cluster URL to this server, and use only redirect URLs and scopes that the client is registered for.",
      );
    }
    if (!launched.redirect.state) {
      return failed(
        "The authorize request has no state.",
        "Send a random state with each authorize request.",
      );
    }
    return passed(`It requests ${launched.scopes.join(", ")}.`);
  },
};

/** The code must be exchanged (platform spec, sections 4.4 and 4.5). */
const tokens: Step = {
  name: "tokens",
  title: "The code is exchanged for tokens",
  isFoundation: true,
  run: async (candidate) => {
    const fix =
      "At the redirect URL, exchange the code within 60 seconds at token or offline-token with Basic credentials; the failure log shows rejected requests.";
    const sent = await sendCode(candidate);
    if (sent.problem !== null) return failed(sent.problem, fix);
    const { answer, use } = sent;
    if (answer.status === null)
      return failed(`The redirect URL did not respond: ${answer.error}`, fix);
    if (answer.status >= 400)
      return failed(`The redirect URL responded with ${answer.status}.`, fix);
    const kinds = [...(use.online ? ["online"] : []), ...(use.offline ? ["offline"] : [])];
    if (kinds.length === 0) return failed("The code was never exchanged.", fix);
    return passed(`It obtained an ${kinds.join(" and an ")} token.`);
  },
};

/** A code that comes with a wrong state must not be used (platform spec, section 4.3, rule 4). */
const state: Step = {
  name: "state",
  title: "A wrong state is rejected",
  isFoundation: false,
  run: async (candidate) => {
    const fix = "Compare the returned state with the one you sent and stop when they differ.";
    const sent = await sendCode(candidate, newId());
    if (sent.problem !== null) return failed(sent.problem, fix);
    const { answer, use } = sent;
    if (use.online || use.offline)
      return failed("It exchanged a code that came with a wrong state.", fix);
    return passed(`It responded with ${answer.status ?? "nothing"} and did not use the code.`);
  },
};

/** After its tokens end, a launch must bring new ones (platform spec, section 5, rule 4). */
const renewal: Step = {
  name: "renewal",
  title: "It recovers after its tokens have expired",
  isFoundation: false,
  run: async (candidate) => {
    const fix =
      "When a call fails because the token has expired, refresh it or run the flow again.";
    const expiredCount = await expireAccessTokens(candidate);
    const sent = await sendCode(candidate);
    if (sent.problem !== null) return failed(sent.problem, fix);
    const { use } = sent;
    if (!use.online && !use.offline) {
      return failed(
        `After its tokens expired (${expiredCount}), a launch obtained no new ones.`,
        fix,
      );
    }
    const refreshes = await countRefreshes(candidate);
    if (refreshes === 0) {
      return warning(
        "A launch obtained new tokens, but no background refresh has been seen yet.",
        "Call a platform API outside a launch after the offline token has expired, and run the check again.",
      );
    }
    const often = refreshes === 1 ? "one refresh was" : `${refreshes} refreshes were`;
    return passed(`A launch obtained new tokens, and ${often} seen in this company.`);
  },
};

/** `/fp/uninstall` must accept a signed call and should reject any other. */
const uninstall: Step = {
  name: "uninstall",
  title: "Uninstall accepts signed calls only",
  isFoundation: false,
  run: async (candidate) => {
    const { baseUrl, clientId, companyId } = candidate;
    const body = JSON.stringify({ company_id: companyId, client_id: clientId });
    const address = `${baseUrl}/fp/uninstall`;
    const forged = await postJson(address, body, { "x-fp-signature": "0".repeat(64) });
    const secret = await signingSecret(candidate);
    const signed = await postJson(address, body, {
      "x-fp-signature": signBody(secret ?? "", body),
    });
    if (signed.status === null || signed.status >= 300) {
      return failed(
        `The response to the signed call was ${signed.status ?? signed.error}.`,
        "Respond to POST /fp/uninstall with 200 once the company's data and tokens are deleted.",
      );
    }
    if (forged.status !== null && forged.status < 400) {
      return warning(
        "The signed call was accepted, but so was one with a forged signature.",
        "Check x-fp-signature: hex HMAC-SHA256 of the body under your API secret.",
      );
    }
    return passed("The signed call was accepted, and a forged one was rejected.");
  },
};

export const steps: readonly Step[] = [install, tokens, state, renewal, uninstall];

/** Launches the extension, allows what it requests, and delivers the code; then tells how it used the code. */
async function sendCode(candidate: Candidate, state?: string) {
  const launched = await launch(candidate);
  if (launched.problem !== null) return launched;
  const code = await allowLaunch(candidate, launched);
  const answer = await deliverCode(launched, code, state);
  return { problem: null, answer, use: await findCodeUse(code) };
}

function passed(message: string): StepOutcome {
  return { verdict: "passed", message, fix: null };
}

function failed(message: string, fix: string): StepOutcome {
  return { verdict: "failed", message, fix };
}

function warning(message: string, fix: string): StepOutcome {
  return { verdict: "warning", message, fix };
}

import { consentToken } from "@/lib/consent/consent-token";
import { decideConsent } from "@/lib/consent/decide-consent";
import { env } from "@/lib/core/env/env";
import { readError } from "@/lib/developer-tools/playground/read-error";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { Move, Setting, Verdict } from "@/lib/developer-tools/playground/step";
import { cookieOf, readRedirect } from "@/lib/developer-tools/playground/steps/authorize";

export const decisions = ["allow", "deny"] as const;

type Asked = {
  consentId: string;
  session: NonNullable<Setting["session"]>;
  decision: (typeof decisions)[number];
};

/** Sends the form of the consent page as the seller's browser would: it is checked like any other. */
export function consentStep(run: RunState, { consentId, session, decision }: Asked): Move {
  const token = consentToken(session.id, consentId);
  return {
    planned: {
      method: "POST",
      address: `${env().baseUrl}/consent/${consentId}/decision`,
      origin: env().baseUrl,
      cookie: cookieOf(session),
      form: { csrf_token: { name: "$CSRF_TOKEN", value: token }, decision },
    },
    endpoint: decideConsent,
    judge: (answer) => judge(answer, { ...run, consentId: null }),
  };
}

function judge(answer: ReadAnswer, answered: RunState): Verdict {
  const { status, headers, text } = answer;
  if (status === 200) return readRedirect(addressIn(text), answered);
  if (headers.get("location")?.endsWith("/rejected")) {
    return {
      outcome: "refused",
      message: "You chose Don't allow. The redirect URL was not called, and nothing was granted.",
      state: answered,
    };
  }
  if (status === 409) {
    return {
      outcome: "refused",
      message: "The consent request was already answered or has expired. Send authorize again.",
      state: answered,
    };
  }
  if (headers.has("location")) {
    return {
      outcome: "sign_in_needed",
      message: "The decision needs you to sign in again, or to set up a second factor.",
    };
  }
  return readError(answer);
}

// The page after Allow leads on by a link to the redirect URL, whose `&` are escaped.
function addressIn(page: string): URL {
  const [, href = ""] = /<p class="go"><a href="([^"]*)"/.exec(page) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

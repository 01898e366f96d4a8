import { createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/core/env/env";
import type { PlannedRequest } from "@/lib/developer-tools/playground/planned-request";
import { readError } from "@/lib/developer-tools/playground/read-error";
import type { ReadAnswer } from "@/lib/developer-tools/playground/redact-response";
import type { RunState } from "@/lib/developer-tools/playground/run-state";
import type { Move, Setting, Verdict } from "@/lib/developer-tools/playground/step";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** What a run has before the first answer. */
export const NOTHING_YET = { consentId: null, code: null, accessToken: null, refreshToken: null };

/** Requests a code as the seller's browser would (platform spec, section 4.3). */
export function authorizeStep(setting: Setting): Move {
  const { clientId, subject, redirectUri, requiresPkce, session } = setting;
  const state = randomText();
  const codeVerifier = requiresPkce ? randomText() : null;
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    ...(codeVerifier && {
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: "S256",
    }),
  };
  return {
    planned: {
      method: "GET",
      address: `${env().baseUrl}${issuerPath(subject)}/oauth/authorize`,
      query,
      ...(session && { cookie: cookieOf(session) }),
    },
    endpoint: authorize,
    judge: (answer) => judge(answer, { redirectUri, codeVerifier, state }),
  };
}

/** The session cookie of a request that a person's browser would make. */
export function cookieOf({ cookie }: NonNullable<Setting["session"]>): PlannedRequest["cookie"] {
  return { name: sessionCookieName(), session: { name: "$SESSION", value: cookie } };
}

type SentRequest = Pick<RunState, "redirectUri" | "codeVerifier" | "state">;

function judge(answer: ReadAnswer, sent: SentRequest): Verdict {
  const location = answer.headers.get("location");
  if (location === null) return readError(answer);
  if (location.startsWith("/consent/")) {
    return {
      outcome: "consent_needed",
      message:
        "The company has not granted these scopes yet, so authorize redirects to the consent page. Decide as the seller: that is the next step.",
      state: { ...sent, ...NOTHING_YET, consentId: location.split("/")[2] ?? "" },
    };
  }
  if (location.startsWith("/sign-in")) {
    return {
      outcome: "sign_in_needed",
      message:
        "No one is signed in, so authorize redirects to sign-in. Run this in the console as a signed-in member.",
    };
  }
  return readRedirect(new URL(location), sent);
}

/** The verdict on the address that a browser would be sent to, with a code or an error. */
export function readRedirect({ searchParams: query }: URL, sent: SentRequest): Verdict {
  const code = query.get("code");
  if (code === null) {
    return {
      outcome: "refused",
      message: `The request was denied; the redirect has the error ${query.get("error")}. ${query.get("error_description")}`,
    };
  }
  if (query.get("state") !== sent.state) throw new Error("authorize returned another state");
  return {
    outcome: "done",
    message:
      "The redirect leads to the extension with a code and the state you sent. The code expires after 60 seconds; if it does, send authorize again.",
    state: { ...sent, ...NOTHING_YET, code },
    received: [{ name: "$CODE", value: code }],
  };
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}

// RFC 7636 section 4.2.
function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

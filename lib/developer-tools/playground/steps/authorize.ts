import { createHash, randomBytes } from "node:crypto";
import { env } from "@/lib/core/env";
import type { ReadAnswer } from "@/lib/developer-tools/playground/present-answer";
import { readError } from "@/lib/developer-tools/playground/read-error";
import type { Move, Setting, Verdict } from "@/lib/developer-tools/playground/step";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** Requests a code as the seller's browser would (platform spec, section 4.3). */
export function authorizeStep(setting: Setting): Move {
  const { clientId, subject, redirectUri, requiresPkce, sessionCookie } = setting;
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
      ...(sessionCookie && {
        cookie: { name: sessionCookieName(), session: { name: "$SESSION", value: sessionCookie } },
      }),
    },
    endpoint: authorize,
    judge: (answer) => judge(answer, { redirectUri, codeVerifier, state }),
  };
}

type SentRequest = { redirectUri: string; codeVerifier: string | null; state: string };

function judge(answer: ReadAnswer, { redirectUri, codeVerifier, state }: SentRequest): Verdict {
  const location = answer.headers.get("location");
  if (location === null) return readError(answer);
  if (location.startsWith("/consent/")) {
    return {
      outcome: "consent_needed",
      message:
        "The company has not granted these scopes yet, so authorize redirects to the consent page. Decide there as the seller, then come back and repeat this step.",
      consentUrl: env().baseUrl + location,
    };
  }
  if (location.startsWith("/sign-in")) {
    return {
      outcome: "sign_in_needed",
      message:
        "No one is signed in, so authorize redirects to sign-in. Run this in the console as a signed-in member.",
    };
  }
  return readRedirect(new URL(location).searchParams, { redirectUri, codeVerifier, state });
}

function readRedirect(query: URLSearchParams, sent: SentRequest): Verdict {
  const code = query.get("code");
  if (code === null) {
    return {
      outcome: "refused",
      message: `The request was denied; the redirect has the error ${query.get("error")}. ${query.get("error_description")}`,
    };
  }
  if (query.get("state") !== sent.state) throw new Error("authorize returned another state");
  const { redirectUri, codeVerifier } = sent;
  return {
    outcome: "done",
    message:
      "Authorize redirects to the extension with a code and the state you sent. The code expires after 60 seconds; if it does, repeat this step.",
    state: { redirectUri, code, codeVerifier, accessToken: null, refreshToken: null },
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

import { randomBytes } from "node:crypto";
import { z } from "zod";
import { consentToken } from "@/lib/consent/consent-token";
import { decideConsent } from "@/lib/consent/decide-consent";
import { sha256 } from "@/lib/core/crypto/hash";
import { openSecret, sealSecret } from "@/lib/core/crypto/secret-box";
import { env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { Subject } from "@/lib/core/subject";
import type {
  Hidden,
  PlannedRequest,
  ReadAnswer,
} from "@/lib/developer-tools/playground/planned-request";
import type { playgroundOutcomes } from "@/lib/developer-tools/playground/values";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import { actorOf, type Caller } from "@/lib/operation/access/caller";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { issuerPath } from "@/lib/protocol/metadata/issuer";

/** The context of every step of a run. */
export type Setting = {
  clientId: string;
  /** Empty if the client has no live secret; the endpoint then reports it. */
  clientSecret: string;
  subject: Subject & { companyId: number };
  redirectUri: string;
  requiresPkce: boolean;
  /** The signed-in member's session, with its signed cookie; null for a caller without one. */
  session: { id: string; cookie: string } | null;
};

/** The result of a response. */
export type Verdict = {
  outcome: (typeof playgroundOutcomes)[number];
  /** What happened, why, and what to do next. */
  message: string;
  /** The new state of the run; omitted if unchanged. */
  state?: RunState;
  /** Values in the response that must not be shown. */
  received?: readonly Hidden[];
};

/** A request for its real endpoint, and how to read the response. */
export type Move = {
  planned: PlannedRequest;
  endpoint: (request: ApiRequest) => Promise<Response>;
  judge: (answer: ReadAnswer) => Verdict;
};

const errorSchema = z.object({ error: z.string(), message: z.string() });

/** The verdict on an error response of an OAuth endpoint (RFC 6749 section 5.2). */
export function readError({ status, text }: ReadAnswer): Verdict {
  const { error, message } = errorSchema.parse(JSON.parse(text));
  return { outcome: "refused", message: `The request failed with ${status} ${error}. ${message}` };
}

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
      code_challenge: sha256(codeVerifier).toString("base64url"),
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
    judge: (answer) => judgeAuthorize(answer, { redirectUri, codeVerifier, state }),
  };
}

function cookieOf({ cookie }: NonNullable<Setting["session"]>): PlannedRequest["cookie"] {
  return { name: sessionCookieName(), session: { name: "$SESSION", value: cookie } };
}

type SentRequest = Pick<RunState, "redirectUri" | "codeVerifier" | "state">;

function judgeAuthorize(answer: ReadAnswer, sent: SentRequest): Verdict {
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
function readRedirect({ searchParams: query }: URL, sent: SentRequest): Verdict {
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
    judge: (answer) => judgeConsent(answer, { ...run, consentId: null }),
  };
}

function judgeConsent(answer: ReadAnswer, answered: RunState): Verdict {
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

/** Milliseconds until an idle run expires. */
const RUN_MS = 15 * 60 * 1000;

const runStateSchema = z.object({
  redirectUri: z.string(),
  state: z.string(),
  codeVerifier: z.string().nullable(),
  /** The open consent request; null once it is answered. */
  consentId: z.string().nullable(),
  code: z.string().nullable(),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
});
const sealedStateSchema = runStateSchema.extend({ until: z.int() });

/** The values that a run has obtained so far. They are in clear text only on the server, never in the browser. */
export type RunState = z.output<typeof runStateSchema>;

/** The owner of a run; nothing else can decrypt it. */
type RunOwner = { caller: Caller; clientId: string; companyId: number };

/** Encrypts the state of a run, so that the page can keep it without being able to read it. */
export function sealRun(owner: RunOwner, state: RunState, now = Date.now()): string {
  const plain = JSON.stringify({ ...state, until: now + RUN_MS });
  const { keyId, sealed } = sealSecret(env().encryptionKeys, plain, contextOf(owner));
  return `${keyId}.${sealed.toString("base64url")}`;
}

/**
 * Decrypts the result of `sealRun` for the same owner.
 * @throws ServiceError invalid_request for anything else, and if the run has expired
 */
export function openRun(owner: RunOwner, run: string, now = Date.now()): RunState {
  const dot = run.lastIndexOf(".");
  const box = { keyId: run.slice(0, dot), sealed: Buffer.from(run.slice(dot + 1), "base64url") };
  try {
    const plain = openSecret(env().encryptionKeys, box, contextOf(owner));
    const { until, ...state } = sealedStateSchema.parse(JSON.parse(plain));
    if (until >= now) return state;
  } catch (cause) {
    throw noSuchRun(cause);
  }
  throw noSuchRun();
}

function contextOf({ caller, clientId, companyId }: RunOwner): string {
  return `playground:${caller.organizationId}:${actorOf(caller)}:${clientId}:${companyId}`;
}

function noSuchRun(cause?: unknown): ServiceError {
  const message =
    "The run has expired or belongs to another caller, client or company. Start again with authorize.";
  return new ServiceError("invalid_request", message, {
    fields: [{ path: "run", message }],
    cause,
  });
}

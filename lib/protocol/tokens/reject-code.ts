import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import { CODE_SECONDS } from "@/lib/protocol/codes/insert-code-sql";
import { explainRedirectDifference } from "@/lib/protocol/events/explain-redirect-difference";
import { explainScopes } from "@/lib/protocol/events/explain-scopes";
import { fixSubject } from "@/lib/protocol/events/fix-subject";
import { rejectSeparators } from "@/lib/protocol/scopes/reject-separators";
import { type CodeFacts, findCodeFacts } from "@/lib/protocol/tokens/denial-repository";
import { rejectLostScopes } from "@/lib/protocol/tokens/reject-lost-scopes";
import type { PresentedCode, TokenContext } from "@/lib/protocol/tokens/repository";
import { revokeCodeAndItsTokens } from "@/lib/protocol/tokens/revoke-family";

type Check = (kind: "online" | "offline", facts: CodeFacts, code: PresentedCode) => Denial | null;
type Denial = { error: ServiceError; revoke?: boolean };

const AGAIN = { kind: "run_authorize_again" } as const;

function invalidGrant(message: string, diagnosis: Diagnosis, revoke = false): Denial {
  return {
    error: new ServiceError("invalid_grant", message, { fix: AGAIN, ...diagnosis }),
    revoke,
  };
}

/** The reasons why a code cannot be used, the most useful to a developer first. */
const checks: readonly Check[] = [
  (_kind, facts) =>
    facts.mayUseCodes
      ? null
      : {
          error: new ServiceError(
            "unauthorized_client",
            "The client is not registered for the grant authorization_code.",
            {
              check: "grant_registered",
              fix: { kind: "register_grant", grant: "authorization_code" },
            },
          ),
        },
  (_kind, facts) =>
    facts.sameSubject
      ? null
      : invalidGrant("The code was not issued for the company in the path.", {
          check: "company",
          fix: fixSubject(facts),
        }),
  (_kind, facts) =>
    facts.revoked
      ? invalidGrant("The code was revoked. Run the authorization flow again.", {
          check: "code_unused",
        })
      : null,
  // A code that is used twice may be stolen, so its tokens are revoked (RFC 6749 section 4.1.2).
  (kind, facts) =>
    (kind === "online" ? facts.onlineUsed : facts.offlineUsed)
      ? invalidGrant(
          `The code was already used for an ${kind} token. All tokens issued from it are revoked.`,
          { check: "code_unused" },
          true,
        )
      : null,
  (_kind, facts) =>
    facts.expired
      ? invalidGrant("The code has expired. Exchange it within 60 seconds.", {
          check: "code_fresh",
          fix: { kind: "exchange_within", seconds: CODE_SECONDS },
        })
      : null,
  (_kind, facts) =>
    facts.grantEnded
      ? invalidGrant("The company removed the extension after the code was issued.", {
          check: "grant_live",
        })
      : null,
  (_kind, facts) =>
    facts.sellerLeft
      ? invalidGrant("The person who was signed in no longer belongs to the company.", {
          check: "seller_belongs",
        })
      : null,
  (kind, facts) =>
    kind === "online" && facts.offlineOnly
      ? invalidGrant(
          "The code was issued without a browser, so no one is signed in. Exchange it at offline-token.",
          { check: "code_online" },
        )
      : null,
  (kind, facts) =>
    kind === "online" && facts.signedOut
      ? invalidGrant("The person who was signed in has signed out since the code was issued.", {
          check: "session_live",
        })
      : null,
  (_kind, facts, code) => checkVerifier(facts, code),
  (_kind, facts, code) =>
    code.redirectUri === null || code.redirectUri === facts.redirectUri
      ? null
      : invalidGrant("redirect_uri is not the one in the authorize request.", {
          check: "redirect_uri_same",
          fix: { kind: "set_parameter", name: "redirect_uri", value: facts.redirectUri },
          ...explainOther(facts.redirectUri, code.redirectUri),
        }),
  (_kind, facts, code) => {
    const beyond = code.scopes?.filter((scope) => !facts.scopes.includes(scope)) ?? [];
    if (beyond.length === 0) return null;
    const misread = rejectSeparators(code.scopes ?? [], beyond);
    if (misread) return { error: misread };
    return {
      error: new ServiceError("invalid_scope", `The code was not granted: ${beyond.join(", ")}.`, {
        check: "scope_granted",
        fix: { kind: "set_parameter", name: "scope", value: facts.scopes.join(",") },
        difference: explainScopes(code.scopes ?? [], facts.scopes, "granted"),
      }),
    };
  },
  (_kind, facts, code) => {
    const error = rejectLostScopes(code.scopes ?? facts.scopes, facts);
    return error && { error };
  },
];

function checkVerifier(facts: CodeFacts, code: PresentedCode): Denial | null {
  if (facts.codeChallenge === code.codeChallenge) return null;
  if (facts.codeChallenge === null) {
    return invalidGrant(
      "The request has a code_verifier, but the authorize request had no code_challenge.",
      {
        check: "code_verifier",
        fix: { kind: "send_code_verifier" },
      },
    );
  }
  const what = code.codeChallenge === null ? "is missing" : "does not match the code_challenge";
  return invalidGrant(
    `code_verifier ${what}. The code is revoked (RFC 7636 section 4.6).`,
    { check: "code_verifier", fix: { kind: "send_code_verifier" } },
    true,
  );
}

function explainOther(expected: string, sent: string): Pick<Diagnosis, "difference"> {
  const found = explainRedirectDifference([expected], sent);
  return found ? { difference: `authorize was called with ${expected}: ${found.words}.` } : {};
}

/**
 * Explains why a code was not redeemed, and revokes its tokens after a replay or a wrong verifier. The
 * statement has already decided that the code cannot be used.
 */
export async function rejectCode(
  kind: "online" | "offline",
  context: TokenContext,
  code: PresentedCode,
): Promise<ServiceError> {
  const facts = await findCodeFacts(code, context.credentials.clientId, context.subject);
  if (!facts) {
    return new ServiceError(
      "invalid_grant",
      "The code is unknown or was issued to another client.",
      { check: "code_known", fix: AGAIN },
    );
  }
  for (const check of checks) {
    const denial = check(kind, facts, code);
    if (!denial) continue;
    if (denial.revoke) await revokeCodeAndItsTokens(code.codeHash);
    return denial.error;
  }
  return new ServiceError(
    "invalid_grant",
    "The code could not be used. Run the authorization flow again.",
    { check: "code_known", fix: AGAIN },
  );
}

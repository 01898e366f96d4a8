import type { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck, AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import {
  checkClient,
  checkGrantType,
  checkListing,
  checkSuspension,
} from "@/lib/protocol/authorize/checks/check-client";
import { checkConsent, checkPromptConsent } from "@/lib/protocol/authorize/checks/check-consent";
import {
  checkLogin,
  checkMembership,
  checkSecondFactor,
  checkSubject,
} from "@/lib/protocol/authorize/checks/check-member";
import {
  checkPrompt,
  checkResponseType,
  checkState,
} from "@/lib/protocol/authorize/checks/check-parameters";
import { checkCodeChallenge, checkPkce } from "@/lib/protocol/authorize/checks/check-pkce";
import {
  checkRedirectUri,
  checkSandboxCallback,
} from "@/lib/protocol/authorize/checks/check-redirect-uri";
import {
  checkScope,
  checkScopeForm,
  checkScopeOfCompany,
} from "@/lib/protocol/authorize/checks/check-scope";

type AuthorizeStep = {
  name: string;
  check: AuthorizeCheck;
  /**
   * What happens if the check fails: `show` the error on a page of ours, `redirect` it to the client,
   * or ask the person for what is missing.
   */
  onFailure: "show" | "redirect" | "sign_in" | "set_up_second_factor" | "ask_for_consent";
  /** Set if the check also runs when a client pushes its parameters (RFC 9126 section 2.1), without a person. */
  appliesToPush?: true;
};

/**
 * Every check of an authorize request, in the order in which they run. Until client and redirect_uri
 * are verified, errors are shown instead of redirected (RFC 6749 section 4.1.2.1).
 */
export const authorizeSteps: readonly AuthorizeStep[] = [
  { name: "client", check: checkClient, onFailure: "show", appliesToPush: true },
  { name: "suspension", check: checkSuspension, onFailure: "show", appliesToPush: true },
  { name: "redirect_uri", check: checkRedirectUri, onFailure: "show", appliesToPush: true },
  { name: "sandbox_callback", check: checkSandboxCallback, onFailure: "show", appliesToPush: true },
  { name: "state", check: checkState, onFailure: "show", appliesToPush: true },
  { name: "response_type", check: checkResponseType, onFailure: "redirect", appliesToPush: true },
  { name: "grant_type", check: checkGrantType, onFailure: "redirect", appliesToPush: true },
  { name: "scope_form", check: checkScopeForm, onFailure: "redirect", appliesToPush: true },
  { name: "scope", check: checkScope, onFailure: "redirect", appliesToPush: true },
  { name: "company_scope", check: checkScopeOfCompany, onFailure: "redirect", appliesToPush: true },
  { name: "code_challenge", check: checkCodeChallenge, onFailure: "redirect", appliesToPush: true },
  { name: "pkce", check: checkPkce, onFailure: "redirect", appliesToPush: true },
  { name: "prompt", check: checkPrompt, onFailure: "redirect", appliesToPush: true },
  { name: "login", check: checkLogin, onFailure: "sign_in" },
  { name: "membership", check: checkMembership, onFailure: "show" },
  { name: "subject", check: checkSubject, onFailure: "show", appliesToPush: true },
  { name: "listing", check: checkListing, onFailure: "show", appliesToPush: true },
  { name: "second_factor", check: checkSecondFactor, onFailure: "set_up_second_factor" },
  { name: "prompt_consent", check: checkPromptConsent, onFailure: "ask_for_consent" },
  { name: "consent", check: checkConsent, onFailure: "ask_for_consent" },
];

/** The first step that failed, and what to do about it. */
type Failure = { error: ServiceError; onFailure: AuthorizeStep["onFailure"] };

const ASKS_THE_PERSON: ReadonlySet<AuthorizeStep["onFailure"]> = new Set([
  "sign_in",
  "set_up_second_factor",
  "ask_for_consent",
]);

/**
 * Runs the checks in the order of the table and returns the first failure, or null if all pass. With
 * prompt=none, an error is redirected instead of asking the person (OpenID Connect Core section 3.1.2.1).
 * @param isIncluded limits the run to some of the steps
 */
export async function findFailure(
  context: AuthorizeContext,
  isIncluded: (step: AuthorizeStep) => boolean | undefined = () => true,
): Promise<Failure | null> {
  for (const step of authorizeSteps) {
    if (!isIncluded(step)) continue;
    const outcome = step.check.run(context);
    // Only one check is asynchronous; awaiting the others would cost each launch a turn of the event loop per check.
    const error = outcome instanceof Promise ? await outcome : outcome;
    if (!error) continue;
    const isSilent = context.parameters.prompt === "none" && ASKS_THE_PERSON.has(step.onFailure);
    return { error, onFailure: isSilent ? "redirect" : step.onFailure };
  }
  return null;
}

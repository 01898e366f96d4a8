import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { checkClient } from "@/lib/protocol/authorize/checks/check-client";
import { checkCodeChallenge } from "@/lib/protocol/authorize/checks/check-code-challenge";
import { checkConsent } from "@/lib/protocol/authorize/checks/check-consent";
import { checkGrantType } from "@/lib/protocol/authorize/checks/check-grant-type";
import { checkListing } from "@/lib/protocol/authorize/checks/check-listing";
import { checkLogin } from "@/lib/protocol/authorize/checks/check-login";
import { checkMembership } from "@/lib/protocol/authorize/checks/check-membership";
import { checkPkce } from "@/lib/protocol/authorize/checks/check-pkce";
import { checkPrompt } from "@/lib/protocol/authorize/checks/check-prompt";
import { checkPromptConsent } from "@/lib/protocol/authorize/checks/check-prompt-consent";
import { checkRedirectUri } from "@/lib/protocol/authorize/checks/check-redirect-uri";
import { checkResponseType } from "@/lib/protocol/authorize/checks/check-response-type";
import { checkScope } from "@/lib/protocol/authorize/checks/check-scope";
import { checkScopeForm } from "@/lib/protocol/authorize/checks/check-scope-form";
import { checkScopeOfCompany } from "@/lib/protocol/authorize/checks/check-scope-of-company";
import { checkSecondFactor } from "@/lib/protocol/authorize/checks/check-second-factor";
import { checkState } from "@/lib/protocol/authorize/checks/check-state";
import { checkSubject } from "@/lib/protocol/authorize/checks/check-subject";
import { checkSuspension } from "@/lib/protocol/authorize/checks/check-suspension";
import { usePushedRequest } from "@/lib/protocol/authorize/checks/use-pushed-request";

/** A row of the table. */
export type AuthorizeStep = {
  name: string;
  check: AuthorizeCheck;
  /**
   * What happens if the check fails: `show` the error on a page of ours, `redirect` it to the client,
   * or ask the person for what is missing.
   */
  onFailure: "show" | "redirect" | "sign_in" | "set_up_second_factor" | "ask_for_consent";
  /** Whether the check also runs when a client pushes its parameters (RFC 9126 section 2.1). */
  appliesToPush: boolean;
};

/**
 * Every check of an authorize request, in the order in which they run. Until client and redirect_uri
 * are verified, errors are shown instead of redirected (RFC 6749 section 4.1.2.1).
 */
export const authorizeSteps: readonly AuthorizeStep[] = [
  { name: "client", check: checkClient, onFailure: "show", appliesToPush: true },
  { name: "suspension", check: checkSuspension, onFailure: "show", appliesToPush: true },
  { name: "redirect_uri", check: checkRedirectUri, onFailure: "show", appliesToPush: true },
  { name: "state", check: checkState, onFailure: "show", appliesToPush: true },
  { name: "response_type", check: checkResponseType, onFailure: "redirect", appliesToPush: true },
  { name: "grant_type", check: checkGrantType, onFailure: "redirect", appliesToPush: true },
  { name: "scope_form", check: checkScopeForm, onFailure: "redirect", appliesToPush: true },
  { name: "scope", check: checkScope, onFailure: "redirect", appliesToPush: true },
  { name: "company_scope", check: checkScopeOfCompany, onFailure: "redirect", appliesToPush: true },
  { name: "code_challenge", check: checkCodeChallenge, onFailure: "redirect", appliesToPush: true },
  { name: "pkce", check: checkPkce, onFailure: "redirect", appliesToPush: true },
  { name: "prompt", check: checkPrompt, onFailure: "redirect", appliesToPush: true },
  { name: "login", check: checkLogin, onFailure: "sign_in", appliesToPush: false },
  { name: "membership", check: checkMembership, onFailure: "show", appliesToPush: false },
  { name: "subject", check: checkSubject, onFailure: "show", appliesToPush: true },
  { name: "listing", check: checkListing, onFailure: "show", appliesToPush: true },
  {
    name: "second_factor",
    check: checkSecondFactor,
    onFailure: "set_up_second_factor",
    appliesToPush: false,
  },
  { name: "pushed_request", check: usePushedRequest, onFailure: "show", appliesToPush: false },
  {
    name: "prompt_consent",
    check: checkPromptConsent,
    onFailure: "ask_for_consent",
    appliesToPush: false,
  },
  { name: "consent", check: checkConsent, onFailure: "ask_for_consent", appliesToPush: false },
];

import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";
import { checkClient } from "@/lib/oauth/authorize/checks/check-client";
import { checkCodeChallenge } from "@/lib/oauth/authorize/checks/check-code-challenge";
import { checkGrantType } from "@/lib/oauth/authorize/checks/check-grant-type";
import { checkMembership } from "@/lib/oauth/authorize/checks/check-membership";
import { checkPrompt } from "@/lib/oauth/authorize/checks/check-prompt";
import { checkRedirectUri } from "@/lib/oauth/authorize/checks/check-redirect-uri";
import { checkResponseType } from "@/lib/oauth/authorize/checks/check-response-type";
import { checkScope } from "@/lib/oauth/authorize/checks/check-scope";
import { checkState } from "@/lib/oauth/authorize/checks/check-state";

/** Until these pass nothing is redirected: a refusal is shown here (RFC 6749 section 4.1.2.1). */
export const checksBeforeRedirect: readonly AuthorizeCheck[] = [
  checkClient,
  checkRedirectUri,
  checkState,
];

/** What is wrong with the request itself; the refusal goes to redirect_uri. */
export const checksOfRequest: readonly AuthorizeCheck[] = [
  checkResponseType,
  checkGrantType,
  checkScope,
  checkCodeChallenge,
  checkPrompt,
];

/** What is wrong with the person; a refusal is shown to them and nobody else. */
export const checksOfSeller: readonly AuthorizeCheck[] = [checkMembership];

/** Those of the above that need no facts; they decide whether a code may be stored right away. */
export const checksOfParameters: readonly AuthorizeCheck[] = [
  checkState,
  checkResponseType,
  checkCodeChallenge,
  checkPrompt,
];

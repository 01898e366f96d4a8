import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";
import { consentRequired } from "@/lib/oauth/authorize/checks/check-consent";

/** prompt=consent asks for consent even if nothing changed. */
export const checkPromptConsent: AuthorizeCheck = {
  sql: null,
  run: (context) => (context.parameters.prompt === "consent" ? consentRequired(context) : null),
};

import type { AuthorizeCheck } from "@/lib/oauth/authorize/authorize-context";
import { consentRequired } from "@/lib/oauth/authorize/checks/check-consent";

/** With prompt=consent, the person is asked even if nothing changed. */
export const checkPromptConsent: AuthorizeCheck = {
  sql: null,
  run: (context) => (context.parameters.prompt === "consent" ? consentRequired(context) : null),
};

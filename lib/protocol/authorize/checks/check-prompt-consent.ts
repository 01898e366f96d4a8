import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";
import { consentRequired } from "@/lib/protocol/authorize/checks/check-consent";

/** prompt=consent asks for consent even if nothing changed. */
export const checkPromptConsent: AuthorizeCheck = {
  sql: null,
  run: (context) => (context.parameters.prompt === "consent" ? consentRequired(context) : null),
};

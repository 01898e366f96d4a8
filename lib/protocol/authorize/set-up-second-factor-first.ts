import { redirectResponse } from "@/lib/core/http/responses";
import type { Subject } from "@/lib/core/subject";
import { secondFactorHref } from "@/lib/identity/sessions/second-factor-href";

/**
 * Sends the browser to the person's profile, which names the organization that requires a second factor.
 * Afterwards, the person starts again from the extension.
 */
export function setUpSecondFactorFirst({ organizationId }: Subject): Response {
  if (organizationId === null) throw new Error("A company requires no second factor");
  return redirectResponse(302, secondFactorHref(organizationId));
}

import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/**
 * Who acts for an organization that requires a second factor must have one (ADR 17). With prompt=none
 * that is said to redirect_uri; without it the person is led to setting one up.
 */
export function checkSecondFactor({ facts }: AuthorizeContext): ServiceError | null {
  if (!facts.lacksSecondFactor) return null;
  return new ServiceError(
    "login_required",
    "The organization requires a second factor, and the signed-in person has none.",
    { check: "second_factor", fix: { kind: "remove_parameter", name: "prompt" } },
  );
}

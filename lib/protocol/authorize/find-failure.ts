import type { ServiceError } from "@/lib/core/errors";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { type AuthorizeStep, authorizeSteps } from "@/lib/protocol/authorize/steps";

/** The first step that failed, and what to do about it. */
export type Failure = { error: ServiceError; onFailure: AuthorizeStep["onFailure"] };

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
  isIncluded: (step: AuthorizeStep) => boolean = () => true,
): Promise<Failure | null> {
  for (const step of authorizeSteps) {
    if (!isIncluded(step)) continue;
    const found = step.check.run(context);
    // Only one check is asynchronous; awaiting the others would cost each launch a turn of the event loop per check.
    const error = found instanceof Promise ? await found : found;
    if (!error) continue;
    const isSilent = context.parameters.prompt === "none" && ASKS_THE_PERSON.has(step.onFailure);
    return { error, onFailure: isSilent ? "redirect" : step.onFailure };
  }
  return null;
}

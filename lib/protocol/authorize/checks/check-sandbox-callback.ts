import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/**
 * A client may register our own callback while it has no address yet. A code that returns to a page of ours must never
 * be a real seller's, so no redirect_uri on our own origin serves a company that is not a sandbox.
 */
export const checkSandboxCallback: AuthorizeCheck = {
  sql: "subject.may_return_here",
  run({ facts }) {
    if (facts.mayReturnHere) return null;
    return new ServiceError(
      "invalid_request",
      "The redirect_uri is an address of this installation, which is only for trying a client in a sandbox company. Register an address of the extension.",
      { check: "sandbox_callback" },
    );
  },
};

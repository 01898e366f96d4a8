import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** A member of an organization that requires a second factor must have one (ADR 17). */
export const checkSecondFactor: AuthorizeCheck = {
  sql: "member.lacks_second_factor IS NOT TRUE",
  run({ facts }) {
    if (!facts.lacksSecondFactor) return null;
    return new ServiceError(
      "login_required",
      "The organization requires a second factor, and the signed-in person has none.",
      { check: "second_factor", fix: { kind: "remove_parameter", name: "prompt" } },
    );
  },
};

import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** A person must be signed in. */
export const checkLogin: AuthorizeCheck = {
  sql: "session.user_id IS NOT NULL",
  run({ facts }) {
    if (facts.userId !== null) return null;
    return new ServiceError("login_required", "No one is signed in.", {
      check: "login",
      fix: { kind: "remove_parameter", name: "prompt" },
    });
  },
};

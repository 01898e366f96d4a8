import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/** With prompt=none somebody must be signed in already; without it the sign-in page comes first. */
export function checkLogin({ facts }: AuthorizeContext): ServiceError | null {
  if (facts.userId !== null) return null;
  return new ServiceError("login_required", "Nobody is signed in.", {
    check: "login",
    fix: { kind: "remove_parameter", name: "prompt" },
  });
}

import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/** `prompt` (OpenID Connect Core section 3.1.2.1): `none` shows nothing, `consent` always asks. */
export function checkPrompt({ parameters }: AuthorizeContext): ServiceError | null {
  const { prompt } = parameters;
  if (prompt === null || prompt === "none" || prompt === "consent") return null;
  return new ServiceError("invalid_request", "prompt must be none or consent.", {
    check: "prompt",
    fix: { kind: "remove_parameter", name: "prompt" },
  });
}

import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** `prompt` (OpenID Connect Core section 3.1.2.1): `none` shows nothing, `consent` always asks. */
export const checkPrompt: AuthorizeCheck = {
  sql: null,
  run({ parameters: { prompt } }) {
    if (prompt === null || prompt === "none" || prompt === "consent") return null;
    return new ServiceError("invalid_request", "prompt must be none or consent.", {
      check: "prompt",
      fix: { kind: "remove_parameter", name: "prompt" },
    });
  },
};

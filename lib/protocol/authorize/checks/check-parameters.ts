import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

const SEND_CODE = { kind: "set_parameter", name: "response_type", value: "code" } as const;

/** Only `code` is supported (platform spec 4.3; RFC 9700 section 2.1.2 rules out the implicit grant). */
export const checkResponseType: AuthorizeCheck = {
  sql: null,
  run({ parameters: { responseType } }) {
    if (responseType === "code") return null;
    if (responseType === "") {
      return new ServiceError(
        "invalid_request",
        'The parameter "response_type" is missing. Send response_type=code.',
        { check: "response_type", fix: SEND_CODE },
      );
    }
    return new ServiceError("unsupported_response_type", "Only response_type=code is supported.", {
      check: "response_type",
      fix: SEND_CODE,
    });
  },
};

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

const MAX_STATE_LENGTH = 2048;
// RFC 6749 appendix A.5 allows visible ASCII and space. We accept other letters too, but no control characters.
const CONTROL_CHARACTER = /\p{Cc}/u;
/** What decoding puts in place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\u{fffd}";

/** state is returned exactly as sent, so it must be possible to return it. */
export const checkState: AuthorizeCheck = {
  sql: null,
  run({ parameters: { state } }) {
    if (state === null) return null;
    if (state.length > MAX_STATE_LENGTH) {
      return invalidState(`state is longer than ${MAX_STATE_LENGTH} characters.`);
    }
    if (CONTROL_CHARACTER.test(state)) {
      return invalidState("state contains a control character.");
    }
    if (state.includes(REPLACEMENT_CHARACTER)) {
      return invalidState("state is not percent-encoded UTF-8.");
    }
    return null;
  },
};

function invalidState(message: string): ServiceError {
  return new ServiceError("invalid_request", message, {
    check: "state",
    fix: { kind: "set_parameter", name: "state", value: null },
  });
}

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

// Proxies accept 4 KB of response headers by default. The rest of the redirect takes up to 1 KB.
const MAX_STATE_BYTES = 2048;
const MAX_BYTES_WITH_ADDRESS = 2800;
// RFC 6749 appendix A.5 allows visible ASCII and space. We accept other letters too, but no control characters.
const CONTROL_CHARACTER = /\p{Cc}/u;
/** What decoding puts in place of bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\u{fffd}";

/** state is returned exactly as sent, so it must be possible to return it, through a proxy too. */
export const checkState: AuthorizeCheck = {
  sql: null,
  run({ parameters: { state, redirectUri } }) {
    if (state === null) return null;
    const bytes = encodeURIComponent(state.toWellFormed()).length;
    if (bytes > MAX_STATE_BYTES) {
      return invalidState(
        `state has ${bytes} bytes when percent-encoded. It can have at most ${MAX_STATE_BYTES}: store what it contains, and send its id.`,
      );
    }
    if (bytes + redirectUri.length > MAX_BYTES_WITH_ADDRESS) {
      return invalidState(
        `state and redirect_uri together have ${bytes + redirectUri.length} bytes when percent-encoded. They can have at most ${MAX_BYTES_WITH_ADDRESS}: send a shorter state.`,
      );
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

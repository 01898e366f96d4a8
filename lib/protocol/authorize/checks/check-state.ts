import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

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
      return invalid(`state is longer than ${MAX_STATE_LENGTH} characters.`);
    }
    if (CONTROL_CHARACTER.test(state)) {
      return invalid("state contains a control character.");
    }
    if (state.includes(REPLACEMENT_CHARACTER)) {
      return invalid("state is not percent-encoded UTF-8.");
    }
    return null;
  },
};

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message, {
    check: "state",
    fix: { kind: "set_parameter", name: "state", value: null },
  });
}

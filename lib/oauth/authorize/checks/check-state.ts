import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

const MAX_STATE_LENGTH = 2048;
// RFC 6749 appendix A.5: visible ASCII and space; other letters are let through, control characters not.
const CONTROL_CHARACTER = /\p{Cc}/u;
/** What decoding leaves where the bytes sent were no UTF-8. */
const UNREADABLE = "\u{fffd}";

/** state comes back exactly as sent, so it must be something that can. */
export function checkState({ parameters }: AuthorizeContext): ServiceError | null {
  const { state } = parameters;
  if (state === null) return null;
  if (state.length > MAX_STATE_LENGTH) {
    return invalid(`state is longer than ${MAX_STATE_LENGTH} characters.`);
  }
  if (CONTROL_CHARACTER.test(state)) {
    return invalid("state holds a control character.");
  }
  if (state.includes(UNREADABLE)) {
    return invalid("state is not percent-encoded UTF-8.");
  }
  return null;
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message, {
    check: "state",
    fix: { kind: "set_parameter", name: "state", value: null },
  });
}

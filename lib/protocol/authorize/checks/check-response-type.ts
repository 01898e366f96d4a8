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

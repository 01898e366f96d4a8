import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

const SEND_CODE = { kind: "set_parameter", name: "response_type", value: "code" } as const;

/** Only `code` is offered (document 4.3; the implicit grant is gone with RFC 9700 section 2.1.2). */
export function checkResponseType({ parameters }: AuthorizeContext): ServiceError | null {
  if (parameters.responseType === "code") return null;
  if (parameters.responseType === "") {
    return new ServiceError(
      "invalid_request",
      'The parameter "response_type" is missing: send code.',
      { check: "response_type", fix: SEND_CODE },
    );
  }
  return new ServiceError("unsupported_response_type", "Only response_type=code is offered.", {
    check: "response_type",
    fix: SEND_CODE,
  });
}

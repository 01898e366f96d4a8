import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";

/** Only `code` is offered (document 4.3; the implicit grant is gone with RFC 9700 section 2.1.2). */
export function checkResponseType({ parameters }: AuthorizeContext): ServiceError | null {
  if (parameters.responseType === "code") return null;
  if (parameters.responseType === "") {
    return new ServiceError(
      "invalid_request",
      'The parameter "response_type" is missing: send code.',
    );
  }
  return new ServiceError("unsupported_response_type", "Only response_type=code is offered.");
}

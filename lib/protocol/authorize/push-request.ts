import { ServiceError } from "@/lib/core/errors";
import type { BodyParameters } from "@/lib/core/http/read-body";
import { jsonResponse } from "@/lib/core/http/responses";
import { readSubject } from "@/lib/core/subject";
import {
  presentAuthorizeParameters,
  REQUEST_URI_PREFIX,
} from "@/lib/protocol/authorize/parameters";
import { readContext } from "@/lib/protocol/authorize/read-context";
import { findFailure } from "@/lib/protocol/authorize/steps";
import { storeRequest } from "@/lib/protocol/authorize/stored-requests";
import { isAuthenticated } from "@/lib/protocol/tokens/authenticate-client";
import { clientEndpoint } from "@/lib/protocol/tokens/client-endpoint";
import { unknownClient } from "@/lib/protocol/tokens/read-client-credentials";

/** Seconds for which a pushed request can be used: long enough to sign in first. */
const PUSHED_REQUEST_SECONDS = 600;

/**
 * POST `…/oauth/par` (RFC 9126): takes the authorize parameters from the client, checks them as
 * authorize would, and returns a reference to use in the browser's address.
 */
export const pushRequest = clientEndpoint(
  "push",
  readSubject,
  async ({ subject, credentials, body, requestId }) => {
    if (!(await isAuthenticated(credentials, subject))) throw unknownClient();
    const sentParameters: Record<string, string> = {
      ...onlyStrings(body),
      client_id: credentials.clientId,
    };
    if ("request_uri" in sentParameters || "request" in sentParameters) {
      throw new ServiceError("invalid_request", "request and request_uri cannot be pushed.", {
        check: "pushed_request",
        fix: {
          kind: "remove_parameter",
          name: "request" in sentParameters ? "request" : "request_uri",
        },
      });
    }
    const parameters = presentAuthorizeParameters(sentParameters);
    const context = await readContext({ parameters, subject, storedId: null, sessionId: null });
    const failure = await findFailure(context, ({ appliesToPush }) => appliesToPush);
    if (failure) throw failure.error;
    const id = await storeRequest(context, { seconds: PUSHED_REQUEST_SECONDS, userId: null });
    const answer = { request_uri: REQUEST_URI_PREFIX + id, expires_in: PUSHED_REQUEST_SECONDS };
    return jsonResponse(201, answer, { "x-request-id": requestId });
  },
);

function onlyStrings(body: BodyParameters): Record<string, string> {
  const strings: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === "string") strings[name] = value;
    else if (value !== null) {
      throw new ServiceError(
        "invalid_request",
        `The parameter "${name.slice(0, 40)}" must be a string.`,
        { check: "parameter_form", fix: { kind: "remove_parameter", name: name.slice(0, 40) } },
      );
    }
  }
  return strings;
}

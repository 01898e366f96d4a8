import { z } from "zod";
import { text } from "@/lib/core/schemas/described";

const requestId = text(
  "The id of the request in the logs; also in the x-request-id header.",
  "6740f1c2a9d34e0b7c51f300",
);

const errorUri = text(
  "A page that explains the code and, if you are signed in, links to this request.",
  "http://127.0.0.1:3000/errors/invalid_request?request_id=6740f1c2a9d34e0b7c51f300",
);

/** The body of every error of the management API. */
export const managementErrorSchema = z
  .looseObject({
    error: text("Code.", "invalid_request"),
    message: text(
      "A human-readable explanation of what to fix.",
      "meta.name: must have at least 1 character",
    ),
    error_uri: errorUri,
    request_id: requestId,
    errors: z
      .array(
        z.looseObject({
          path: text("The path of the field in the request.", "meta.name"),
          message: z.string().meta({ example: "must have at least 1 character" }),
        }),
      )
      .meta({
        description:
          "The first ten invalid fields; `message` says how many more there are. Empty if the error is not about a field.",
      }),
  })
  .meta({ id: "Error" });

/** The body of every error of the authorization flow and of platform APIs (RFC 6749 section 5.2). */
export const oauthErrorSchema = z
  .looseObject({
    error: text("Code.", "invalid_grant"),
    error_description: text(
      "A human-readable explanation of what to fix.",
      "The code has expired. Run the authorization flow again.",
    ),
    error_uri: errorUri,
    message: text(
      "The same explanation, which SDKs show, with every character. `error_description` replaces those that RFC 6749 does not allow.",
    ),
    request_id: requestId,
  })
  .meta({ id: "OAuthError" });

import { z } from "zod";

const requestId = z.string().meta({
  description: "The id of the request in the logs; also in the x-request-id header.",
  example: "6740f1c2a9d34e0b7c51f300",
});

const errorUri = z.string().meta({
  description: "A page that explains the code and, if you are signed in, links to this request.",
  example: "http://127.0.0.1:3000/errors/invalid_request?request_id=6740f1c2a9d34e0b7c51f300",
});

/** The body of every error of the management API. */
export const managementErrorSchema = z
  .looseObject({
    error: z.string().meta({ description: "Code.", example: "invalid_request" }),
    message: z.string().meta({
      description: "A human-readable explanation of what to fix.",
      example: "meta.name: must have at least 1 character",
    }),
    error_uri: errorUri,
    request_id: requestId,
    errors: z
      .array(
        z.looseObject({
          path: z
            .string()
            .meta({ description: "The path of the field in the request.", example: "meta.name" }),
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
    error: z.string().meta({ description: "Code.", example: "invalid_grant" }),
    error_description: z.string().meta({
      description: "A human-readable explanation of what to fix.",
      example: "The code has expired. Run the authorization flow again.",
    }),
    error_uri: errorUri,
    message: z.string().meta({
      description:
        "The same explanation, which SDKs show, with every character. `error_description` replaces those that RFC 6749 does not allow.",
    }),
    request_id: requestId,
  })
  .meta({ id: "OAuthError" });

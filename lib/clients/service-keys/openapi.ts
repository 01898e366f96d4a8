import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { answeredJson, sentJson } from "@/lib/core/http/describe-content";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { clientTokenSchema } from "@/lib/protocol/openapi-schemas";

const bodySchema = z
  .looseObject({
    grant_type: z.literal("client_credentials"),
    scope: z.string().optional().meta({
      description: "Scopes of the key, separated by spaces or commas. Without it, all of them.",
      example: "platform/directory/write",
    }),
    client_id: z.string().optional().meta({ description: "Unless sent in Authorization: Basic." }),
    client_secret: z.string().optional().meta({
      description: "Unless sent in Authorization: Basic.",
    }),
  })
  .meta({ id: "ServiceTokenRequest" });

const body = sentJson(bodySchema);

/** The OpenAPI description of the service keys' token endpoint. */
export const serviceTokenDescription = {
  operationId: "createServiceToken",
  summary: "Get a token for the platform's API",
  description:
    "Issues an access token to a service key by client_credentials (RFC 6749 section 4.4). It is valid for an hour, and ends with the key or the secret that it was issued for.",
  tags: ["Service keys"],
  security: [{ client: [] }],
  requestBody: {
    required: true,
    content: { ...body, "application/x-www-form-urlencoded": body["application/json"] },
  },
  responses: {
    "200": { description: "The token. Never cached.", content: answeredJson(clientTokenSchema) },
    ...describeErrors("oauth", [
      "invalid_request",
      "invalid_client",
      "invalid_scope",
      "unsupported_grant_type",
      "slow_down",
      "payload_too_large",
      "unsupported_media_type",
    ]),
  },
} satisfies ZodOpenApiOperationObject & { operationId: string };

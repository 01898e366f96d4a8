import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeErrors, jsonContent } from "@/lib/core/http/describe-errors";
import { text } from "@/lib/core/schemas/described";
import { mergeResultSchema } from "@/lib/gate/log/log-endpoint";

type Description = ZodOpenApiOperationObject & { operationId: string };

const gateKey = text(
  "The secret of a service key with `platform/gate`.",
  "lks_vYyPjpm0U3CdtmCNnrJGR3Nrd8cO9rY3zD0K1G0hAWgAAAAAA",
);

const CHECK = `Whether a call of one of the platform's APIs is allowed, as a proxy asks before it passes the call on. Any method works.

The proxy sends the caller's \`Authorization\` and the original request: in \`X-Original-Method\` and \`X-Original-URI\`, in \`X-Forwarded-Method\` and \`X-Forwarded-Uri\`, or as this path followed by the original path and query, with the original method. Headers of both pairs are denied.

Without a valid gate key, the response is 401 with \`X-Latchkey-Gate-Key: invalid\`. That is the proxy's failure, so the proxy answers its caller with 503.`;

export const checkDescription: Description = {
  operationId: "checkCall",
  summary: "Check a call",
  description: CHECK,
  tags: ["Gate"],
  security: [{ bearer: [] }],
  requestParams: {
    header: z.object({
      "X-Gate-Key": gateKey,
      "X-Original-Method": text("Method of the original request (nginx).", "GET").optional(),
      "X-Original-URI": text(
        "Its path and query (nginx).",
        "/service/application/catalog/v1.0/products/",
      ).optional(),
      "X-Forwarded-Method": text(
        "Method of the original request (Caddy, Traefik).",
        "GET",
      ).optional(),
      "X-Forwarded-Uri": text(
        "Its path and query (Caddy, Traefik).",
        "/service/application/catalog/v1.0/products/",
      ).optional(),
    }),
  },
  responses: {
    "200": {
      description:
        "The call is allowed. All headers are always present; those without a value are empty.",
      headers: z.object({
        "X-Latchkey-Client-Id": text("The extension's API key.", "6740f1c2a9d34e0b7c51f2a1"),
        "X-Latchkey-Company-Id": text("The company of the token.", "42"),
        "X-Latchkey-Organization-Id": text("The organization of the token.", ""),
        "X-Latchkey-Subject": text(
          "`user:` and the person of an online token, otherwise `system:` and the extension's system user.",
          "system:6740f1c2a9d34e0b7c51f2a3",
        ),
        "X-Latchkey-Token-Kind": text("`offline`, `online` or `client_credentials`.", "offline"),
        "X-Latchkey-Scopes": text("Separated by spaces.", "company/products/read"),
        "X-Latchkey-Request-Id": text("The call in the API log.", "6740f1c2a9d34e0b7c51f2a2"),
      }),
    },
    ...describeErrors("oauth", [
      "unauthenticated",
      "invalid_token",
      "insufficient_scope",
      "call_denied",
    ]),
  },
};

export const logDescription: Description = {
  operationId: "reportCalls",
  summary: "Report how calls ended",
  description:
    "Adds status and duration to calls in the API log, one JSON object per line (NDJSON): `request_id`, the value of `X-Latchkey-Request-Id`, `status`, and `milliseconds`. Other keys are ignored. Only calls that were checked with the same key change. A request has at most 100,000 lines of at most 64 KB.",
  tags: ["Gate"],
  security: [],
  requestParams: { header: z.object({ "X-Gate-Key": gateKey }) },
  requestBody: {
    required: true,
    content: {
      "application/x-ndjson": {
        schema: { type: "string" },
        example: '{"request_id":"6740f1c2a9d34e0b7c51f2a2","status":200,"milliseconds":12.5}\n',
      },
    },
  },
  responses: {
    "200": { description: "How many lines were used.", content: jsonContent(mergeResultSchema) },
    ...describeErrors("oauth", ["unauthenticated", "unsupported_media_type"]),
  },
};

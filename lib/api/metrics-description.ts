import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeErrors } from "@/lib/core/http/describe-errors";

/** OpenAPI description of the metrics. */
export const metricsDescription: ZodOpenApiOperationObject & { operationId: string } = {
  operationId: "metrics",
  summary: "Read the metrics of the process",
  description:
    "In Prometheus' text format: calls that wait for the API log, were stored or were lost, database connections, and the rules and decisions of the gate. Each process of the service has its own metrics.",
  tags: ["Health"],
  security: [{ bearer: ["platform/log/read"] }, { session: [] }],
  responses: {
    "200": {
      description: "The metrics. Never cached.",
      content: {
        "text/plain": {
          schema: { type: "string" },
          example:
            "# HELP latchkey_calls_waiting Calls that wait to be stored in the API log.\n# TYPE latchkey_calls_waiting gauge\nlatchkey_calls_waiting 0\n",
        },
      },
    },
    ...describeErrors("management", [
      "unauthenticated",
      "invalid_token",
      "forbidden",
      "insufficient_scope",
    ]),
  },
};

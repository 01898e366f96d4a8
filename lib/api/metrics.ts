import { Registry } from "prom-client";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { readMetrics } from "@/lib/core/telemetry/metrics";
import { requirePlatformPermission } from "@/lib/operation/access/platform-caller";

export const METRICS_HEADERS = {
  "content-type": Registry.PROMETHEUS_CONTENT_TYPE,
  "cache-control": "no-store",
};

/** `GET /metrics`: metrics of this process for Prometheus; for operators, and service keys with `platform/log/read`. */
export async function metrics(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requirePlatformPermission(await authenticatePlatformCaller(request), "log:read");
    return new Response(await readMetrics(), { headers: METRICS_HEADERS });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

export const metricsDescription: ZodOpenApiOperationObject & { operationId: string } = {
  operationId: "metrics",
  summary: "Read the metrics of the server",
  description:
    "In Prometheus' text format: requests with their durations and errors, tokens, denials, the gate, what waits or was lost, the database, and the process.",
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

import type { ZodOpenApiOperationObject } from "zod-openapi";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import { poolMetrics } from "@/lib/core/db/pool";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import {
  type Metric,
  type ProcessReport,
  readProcessReports,
  type Sample,
} from "@/lib/core/process-reports";
import { callMetrics, gateMetrics } from "@/lib/gate/gate-metrics";
import { requirePlatformPermission } from "@/lib/operation/access/platform-caller";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * `GET /metrics`: the metrics of all processes of this server in Prometheus' text format, with the label `worker` if
 * there are several, for operators and for service keys with `platform/log/read`.
 */
export async function metrics(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requirePlatformPermission(await authenticatePlatformCaller(request), "log:read");
    const text = mergeReports(await readProcessReports(ownMetrics))
      .map(render)
      .join("");
    return new Response(text, {
      headers: { "content-type": CONTENT_TYPE, "cache-control": "no-store" },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

/** Each metric once, with the samples of all processes (the format allows no second group of lines). */
function mergeReports(reports: readonly ProcessReport[]): Metric[] {
  const merged = new Map<string, Metric>();
  for (const { worker, metrics } of reports) {
    for (const metric of metrics) {
      const samples = metric.samples.map((sample) => labelled(sample, worker));
      const before = merged.get(metric.name)?.samples ?? [];
      merged.set(metric.name, { ...metric, samples: [...before, ...samples] });
    }
  }
  return [...merged.values()];
}

function labelled(sample: Sample, worker: number | null): Sample {
  if (worker === null) return sample;
  return { ...sample, labels: { worker: String(worker), ...sample.labels } };
}

function render({ name, help, type, samples }: Metric): string {
  const lines = samples.map((sample) => `${name}${renderSample(sample)}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

// Labels come from our own lists, so none contains a character to escape.
function renderSample({ suffix, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${suffix ?? ""}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

/** Everything that this process measures. */
export function ownMetrics(): Metric[] {
  return [...callMetrics(), ...gateMetrics(), ...poolMetrics()];
}

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

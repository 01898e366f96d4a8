import { requirePlatformPermission } from "@/lib/access/platform-caller";
import { callMetrics } from "@/lib/calls/call-metrics";
import { gateMetrics } from "@/lib/gate/gate-metrics";
import { poolMetrics } from "@/lib/kernel/db/pool-metrics";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import type { Metric, Sample } from "@/lib/kernel/metric";
import { authenticatePlatformCaller } from "@/lib/service-keys/authenticate-platform-caller";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * `GET /metrics`: the metrics of this process in Prometheus' text format, for operators and for service keys with
 * `platform/log/read`.
 */
export async function metrics(request: Request): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requirePlatformPermission(await authenticatePlatformCaller(request), "log:read");
    const text = [...callMetrics(), ...gateMetrics(), ...poolMetrics()].map(render).join("");
    return new Response(text, {
      headers: { "content-type": CONTENT_TYPE, "cache-control": "no-store" },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
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

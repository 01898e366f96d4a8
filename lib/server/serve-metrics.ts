import { METRICS_HEADERS } from "@/lib/api/metrics";
import { logFailure } from "@/lib/core/db/database-health";
import { readMetrics } from "@/lib/core/telemetry/metrics";
import { listen } from "@/lib/server/listen";

/**
 * Serves the metrics of this process on a port of their own, at any path and to anyone who reaches it, also while the
 * database is away.
 * @returns stops it
 * @throws StartupError as {@link listen} does
 */
export async function serveMetrics(
  host: string,
  port: number,
): Promise<(withinMs: number) => Promise<void>> {
  const stop = await listen({ host, port, setting: "METRICS_PORT" }, (_request, response) => {
    readMetrics()
      .then((text) => response.writeHead(200, METRICS_HEADERS).end(text))
      .catch((thrown: unknown) => {
        logFailure(thrown, "metrics failed");
        response.writeHead(500).end();
      });
  });
  return (within) => stop({ notice: 0, within });
}

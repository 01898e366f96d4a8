import { mayOnPlatform, type PlatformCaller } from "@/lib/access/platform-caller";
import type { LineResult } from "@/lib/directory/import/import-records";
import { type Report, rehearseImport, runImport } from "@/lib/directory/import/run-import";
import { logFailure } from "@/lib/kernel/db/log-failure";
import { ServiceError } from "@/lib/kernel/errors";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import { invalidFields } from "@/lib/kernel/http/invalid-fields";
import { parseForm } from "@/lib/kernel/http/read-body";
import { type Line, readLines } from "@/lib/kernel/http/read-lines";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { authenticatePlatformCaller } from "@/lib/service-keys/authenticate-platform-caller";

/** Lines per request. Results wait in memory until the sender reads them, so their number has a limit. */
const MAX_LINES = 100_000;

/**
 * POST `/service/platform/directory/v1.0/import`: stores records, one JSON object per line (NDJSON), and returns a
 * result per line as it goes. `?dry_run=true` changes nothing. Each record needs the scope of its PUT.
 */
export async function importEndpoint(request: ApiRequest): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    const caller = await authenticatePlatformCaller(request);
    requireWriter(caller);
    const run = isDryRun(request.url) ? rehearseImport : runImport;
    const lines = limited(readLines(request.body ?? new Blob([]).stream()));
    const results = resultStream((report) => run(lines, { caller, info }, report), info.requestId);
    return new Response(results, {
      headers: {
        "content-type": "application/x-ndjson",
        "cache-control": "no-store",
        "x-request-id": info.requestId,
      },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, info.requestId), info.requestId);
  }
}

function requireWriter(caller: PlatformCaller): void {
  const permissions = ["directory:write", "extensions:write", "scopes:write"] as const;
  if (permissions.some((permission) => mayOnPlatform(caller, permission))) return;
  throw new ServiceError(
    caller.kind === "operator" ? "forbidden" : "insufficient_scope",
    "An import needs platform/directory/write, platform/clients/write or platform/scopes/write.",
  );
}

function isDryRun(url: string): boolean {
  const { dry_run: sent = "false", ...unknown } = parseForm(new URL(url).search);
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    const message = "is not a query parameter of this operation. It takes: dry_run.";
    throw invalidFields([{ path: name, message }]);
  }
  if (sent === "true" || sent === "false") return sent === "true";
  throw invalidFields([{ path: "dry_run", message: "must be true or false" }]);
}

async function* limited(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count <= MAX_LINES) {
      yield line;
      continue;
    }
    const error = `A request has at most ${MAX_LINES} lines. Send this line and the rest in another request.`;
    yield { line: line.line, end: line.end, error };
    return;
  }
}

// Ignores backpressure, or a sender that reads no result before it has sent everything would wait for ever.
function resultStream(
  run: (report: Report) => Promise<void>,
  requestId: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isRead = true;
  return new ReadableStream({
    async start(controller) {
      const report = (results: readonly LineResult[]) => {
        const text = results.map((result) => `${JSON.stringify(result)}\n`).join("");
        if (isRead) controller.enqueue(encoder.encode(text));
      };
      // Not awaited, so that the response starts at once.
      run(report).then(
        () => isRead && controller.close(),
        (thrown: unknown) => {
          logFailure(thrown, "import broke off", { request_id: requestId });
          if (isRead) controller.error(thrown);
        },
      );
    },
    cancel() {
      isRead = false;
    },
  });
}

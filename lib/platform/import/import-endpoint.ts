import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { describeErrors } from "@/lib/core/http/describe-errors";
import { streamBody } from "@/lib/core/http/read-body";
import { type Line, readLines } from "@/lib/core/http/read-lines";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { slots } from "@/lib/core/limits/slots";
import { waitAtMost } from "@/lib/core/process/wait";
import {
  mayOnPlatform,
  type PlatformCaller,
  platformActor,
} from "@/lib/operation/access/platform-caller";
import { parseQuery } from "@/lib/operation/parse-input";
import { ImportStopped, type LineResult } from "@/lib/platform/import/import-records";
import { dryRunImport, type Report, runImport } from "@/lib/platform/import/run-import";

const DESCRIPTION = `Stores what the platform already has, one JSON object per line (NDJSON): \`company\`, \`company_member\`, \`organization\`, \`organization_member\`, \`user\`, \`scope\`, \`client\`, \`grant\`, \`refresh_token\` and \`access_token\` records. Lines take effect in their order, and a bad line does not affect the others. Sending a record again changes nothing.

Returns one JSON object per line: \`line\`, \`status\` (\`created\`, \`updated\`, \`unchanged\` or \`failed\`) and, for a failed line, its \`type\` and ids, \`error\`, and \`caused_by_line\` if an earlier line is the cause. A request has at most 100,000 lines of at most 64 KB, may pause for 10 seconds, and sends at least 100 bytes a second on average. An import that ends early says why and where to go on in its last line: \`error\` and \`next_line\`. A caller runs at most four imports in a process at the same time.

Each record needs the scope of its PUT; clients, grants and tokens need \`platform/clients/write\`, and \`platform/directory/write\` as well if their scopes carry a permission.`;

const querySchema = z.object({
  dry_run: z
    .enum(["true", "false"], "must be true or false")
    .optional()
    .meta({ description: "`true` reports what would happen and changes nothing." }),
});

type Description = ZodOpenApiOperationObject & { operationId: string };

export const importDescription: Description = {
  operationId: "importRecords",
  summary: "Import records",
  description: DESCRIPTION,
  tags: ["Directory"],
  security: [
    { bearer: ["platform/directory/write"] },
    { bearer: ["platform/clients/write"] },
    { bearer: ["platform/scopes/write"] },
    { session: [] },
  ],
  requestParams: {
    query: querySchema,
  },
  requestBody: {
    required: true,
    content: {
      "application/x-ndjson": {
        schema: { type: "string" },
        example: '{"type":"company","company_id":42,"name":"Acme Retail"}\n',
      },
    },
  },
  responses: {
    "200": {
      description: "A result per line.",
      content: {
        "application/x-ndjson": {
          schema: { type: "string" },
          example: '{"line":1,"status":"created"}\n',
        },
      },
    },
    ...describeErrors("management", [
      "invalid_request",
      "unauthenticated",
      "invalid_token",
      "forbidden",
      "insufficient_scope",
      "unsupported_media_type",
      "temporarily_unavailable",
    ]),
  },
};

/** Imports of one caller that a process runs at the same time. */
const MAX_IMPORTS = 4;
const RETRY_SECONDS = 5;

/** Lines per request. Results wait in memory until the sender reads them, so their number has a limit. */
const MAX_LINES = 100_000;

// A stalled import holds a slot, and perhaps locks, so that one key must not start any number of them.
const importSlots = slots("imports", {
  maxPerOwner: {
    slots: MAX_IMPORTS,
    message: `${MAX_IMPORTS} imports of this caller are running. Wait for one to end.`,
  },
  retrySeconds: RETRY_SECONDS,
});

/**
 * POST `/service/platform/directory/v1.0/import`: stores records, one JSON object per line (NDJSON), and returns a
 * result per line as it goes. `?dry_run=true` changes nothing. Each record needs the scope of its PUT. If it ends early,
 * the last line of the response says why and which line is next.
 * @param pauseMs how long the sender may pause; 10 seconds if omitted
 */
export async function importEndpoint(
  request: ApiRequest,
  { pauseMs }: { pauseMs?: number } = {},
): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    const caller = await authenticatePlatformCaller(request);
    requireWriter(caller);
    const { dry_run } = querySchema.parse(parseQuery(querySchema, request));
    const run = dry_run === "true" ? dryRunImport : runImport;
    const body = streamBody(request);
    const release = importSlots.acquire(platformActor(caller));
    const lines = limited(readLines(paced(body, pauseMs)));
    const results = resultStream(
      (report) => run(lines, { caller, info }, report).finally(release),
      info.requestId,
    );
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

async function* limited(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MAX_LINES) {
      const message = `A request has at most ${MAX_LINES} lines. Send the rest in another request.`;
      throw new ImportStopped(message);
    }
    yield line;
  }
}

// Ignores backpressure, or a sender that reads no result before it has sent everything would wait for ever.
function resultStream(
  run: (report: Report) => Promise<void>,
  requestId: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let isRead = true;
  let nextLine = 1;
  return new ReadableStream({
    async start(controller) {
      const send = (results: readonly object[]) => {
        const text = results.map((result) => `${JSON.stringify(result)}\n`).join("");
        if (isRead) controller.enqueue(encoder.encode(text));
      };
      const report = (results: readonly LineResult[]) => {
        nextLine = (results.at(-1)?.line ?? nextLine) + 1;
        send(results);
      };
      const endEarly = (thrown: unknown) => {
        const { message: error } =
          thrown instanceof ImportStopped ? thrown : toServiceError(thrown, requestId);
        send([{ error, next_line: nextLine }]);
      };
      // Not awaited, so that the response starts at once.
      run(report)
        .catch(endEarly)
        .then(() => isRead && controller.close());
    },
    cancel() {
      isRead = false;
    },
  });
}

/** How long a sender may pause, in milliseconds, and how much it must send on average, in bytes a second. */
const PAUSE_MS = 10_000;
const BYTES_PER_SECOND = 100;

/** Passes a body on. The sender's time runs only while the import waits for bytes. */
async function* paced(
  chunks: AsyncIterable<Uint8Array>,
  pauseMs = PAUSE_MS,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let leftMs = pauseMs;
  for (;;) {
    const since = performance.now();
    const chunk = iterator.next();
    if (!(await waitAtMost(chunk, leftMs))) {
      throw new ImportStopped(
        "The request stopped sending lines. Send the rest in another request, without pauses of 10 seconds.",
      );
    }
    const next = await chunk;
    if (next.done) return;
    const earnedMs = (next.value.length * 1000) / BYTES_PER_SECOND;
    leftMs = Math.min(pauseMs, leftMs - (performance.now() - since) + earnedMs);
    yield next.value;
  }
}

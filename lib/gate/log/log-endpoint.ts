import { z } from "zod";
import { isId } from "@/lib/core/crypto/ids";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { streamBody } from "@/lib/core/http/read-body";
import { type Line, readLines } from "@/lib/core/http/read-lines";
import { renderOAuthError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { jsonResponse } from "@/lib/core/http/responses";
import { parseJson } from "@/lib/core/json";
import { integer } from "@/lib/core/schemas/described";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { type CallOutcome, mergeOutcomes } from "@/lib/gate/calls/merge-outcomes";
import { noGateKey, noteKeyUse, readGateKey } from "@/lib/gate/key/gate-key";
import { findGateKey } from "@/lib/gate/repository";

const DAY_MS = 86_400_000;
const STATUS = "must be a whole number from 100 to 599";
const DURATION = `must be a number from 0 to ${DAY_MS}`;

/** How a call ended, as a proxy reports it: a line of the request. Other keys are the proxy's own. */
const outcomeSchema = z.object({
  request_id: z.string().refine(isId, "must be a value of X-Latchkey-Request-Id").meta({
    description: "The value of X-Latchkey-Request-Id.",
    example: "6740f1c2a9d34e0b7c51f2a1",
  }),
  status: z
    .int(STATUS)
    .min(100, STATUS)
    .max(599, STATUS)
    .meta({ description: "The HTTP status of the call.", example: 200 }),
  milliseconds: z
    .number(DURATION)
    .min(0, DURATION)
    .max(DAY_MS, DURATION)
    .meta({ description: "Its duration.", example: 12.5 }),
});

export const mergeResultSchema = z
  .looseObject({
    merged: integer("Lines whose call has their outcome now.", 41),
    failed: integer("Lines that could not be used.", 1),
    errors: z
      .array(
        z.looseObject({
          line: integer("From 1.", 7),
          error: z.string().meta({ example: "status must be a whole number from 100 to 599." }),
        }),
      )
      .meta({ description: "Of the first 100 failed lines." }),
  })
  .meta({ id: "GateLogResult" });

type MergeResult = z.output<typeof mergeResultSchema>;

/**
 * POST `/service/platform/gate/v1.0/log`: status and duration of calls that the gate has checked, one JSON object per
 * line (NDJSON), from a proxy's access log. Only calls that were checked with the same key change.
 */
export async function logEndpoint(request: ApiRequest): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const hash = readGateKey(request.headers);
    const key = hash && (await findGateKey(hash));
    if (!key) throw noGateKey();
    noteKeyUse(key);
    const lines = readLines(streamBody(request));
    return jsonResponse(200, await mergeLines(key.keyId, lines));
  } catch (thrown) {
    return renderOAuthError(toServiceError(thrown, requestId), requestId);
  }
}

/** Lines that are merged by one statement. */
const CHUNK = 500;
const MAX_LINES = 100_000;
const MAX_ERRORS = 100;

const NOT_FOUND = "There is no call with this request_id that was checked with this key.";

/** Adds outcomes to the calls that a key has checked, in constant memory. A bad line does not affect the others. */
async function mergeLines(gateKeyId: string, lines: AsyncIterable<Line>): Promise<MergeResult> {
  const result = { merged: 0, failed: 0, errors: [] as MergeResult["errors"] };
  const fail = (line: number, error: string) => {
    result.failed += 1;
    if (result.errors.length < MAX_ERRORS) result.errors.push({ line, error });
  };
  let chunk: Numbered[] = [];
  async function flush(): Promise<void> {
    const sentChunk = chunk;
    chunk = [];
    const outcomes = sentChunk.map(({ outcome }) => outcome);
    const unknown = new Set(await mergeOutcomes(gateKeyId, outcomes));
    for (const { line, outcome } of sentChunk) {
      if (unknown.has(outcome.requestId)) fail(line, NOT_FOUND);
      else result.merged += 1;
    }
  }
  let count = 0;
  for await (const line of lines) {
    count += 1;
    if (count > MAX_LINES) {
      fail(
        line.line,
        `A request has at most ${MAX_LINES} lines. Send the rest in another request.`,
      );
      break;
    }
    const readLine = readOutcome(line);
    if ("error" in readLine) fail(line.line, readLine.error);
    else chunk.push({ line: line.line, outcome: readLine });
    if (chunk.length >= CHUNK) await flush();
  }
  await flush();
  return result;
}

type Numbered = { line: number; outcome: CallOutcome };

function readOutcome(line: Line): CallOutcome | { error: string } {
  if ("error" in line) return line;
  const parsed = outcomeSchema.safeParse(parseJson(line.text) ?? null, { error: plainIssue });
  if (parsed.success) {
    const { request_id: requestId, status, milliseconds } = parsed.data;
    return { requestId, status, milliseconds };
  }
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "The line";
  return { error: `${field} ${issue?.message ?? "is not valid"}.` };
}

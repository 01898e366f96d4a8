import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import { checkReadiness, type Readiness, SILENT } from "@/lib/core/db/check-readiness";
import { databaseAnsweredAt } from "@/lib/core/db/database-health";
import { classifyOutage } from "@/lib/core/db/outage";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { authorizationOf } from "@/lib/core/http/authorization-header";
import { describeErrors, jsonContent } from "@/lib/core/http/describe-errors";
import { jsonResponse, retryAfter } from "@/lib/core/http/responses";
import { isDraining } from "@/lib/core/http/server-state";
import { processState } from "@/lib/core/process/process-state";
import { waitAtMost } from "@/lib/core/process/wait";
import { version } from "@/lib/core/values/version-values";
import { requirePlatformPermission } from "@/lib/operation/access/platform-caller";

const expected = (): { migrations: readonly string[] } =>
  processState("expected-migrations", () => ({ migrations: [] }));

const KEPT_MS = 1_000;
/** Probes give up after a few seconds, and a missing answer says less than 503. */
const ANSWER_MS = 1_500;
const RETRY_SECONDS = 5;

type Check = { at: number; promise: Promise<unknown>; readiness?: Readiness };

type Checks = {
  last?: Check;
  /** The result of the latest check that finished; a later one may still be waiting. */
  latestReadiness?: Readiness;
};

const checks = (): Checks => processState("readiness", () => ({}));

/** Sets the migrations this version needs before it can serve requests. */
export function expectMigrations(names: readonly string[]): void {
  expected().migrations = names;
  const current = checks();
  delete current.last;
  delete current.latestReadiness;
}

/** `GET /healthz`: the process is alive. Checks nothing else, so that an outage of the database does not restart it. */
export async function healthz(request: ApiRequest): Promise<Response> {
  const isShown = await mayReadVersion(request);
  return jsonResponse(200, { status: "ok", ...(isShown ? { version } : {}) });
}

async function mayReadVersion(request: ApiRequest): Promise<boolean> {
  if (!authorizationOf(request.headers) && !request.headers.has("cookie")) return false;
  try {
    requirePlatformPermission(await authenticatePlatformCaller(request), "log:read");
    return true;
  } catch (error) {
    // The process is alive for any caller, and during an outage.
    if (error instanceof ServiceError || classifyOutage(error)) return false;
    throw error;
  }
}

/**
 * `GET /readyz`: the database responds, has every migration and accepts writes; otherwise 503 with the reason. The
 * result is cached for a second, so frequent probes cost next to nothing. Without a result in time, the answer is 503.
 */
export async function readyz(): Promise<Response> {
  if (isDraining()) return jsonResponse(503, { status: "shutting down" });
  const current = checks();
  const { last } = current;
  const patienceMs = last?.readiness ? KEPT_MS : ANSWER_MS;
  const isCurrent = last && performance.now() - last.at < patienceMs;
  const check = isCurrent ? last : startCheck(current);
  current.last = check;
  await waitAtMost(check.promise, check.at + ANSWER_MS - performance.now());
  const { ready, ...body } = check.readiness ?? withoutResult(check, current);
  return jsonResponse(
    ready ? 200 : 503,
    body,
    ready ? {} : { "retry-after": retryAfter(RETRY_SECONDS) },
  );
}

/** If the database answers others meanwhile, this process is busy, and what it knew still holds. */
function withoutResult({ at }: Check, { latestReadiness }: Checks): Readiness {
  return (databaseAnsweredAt() > at && latestReadiness) || SILENT;
}

function startCheck(current: Checks): Check {
  const check: Check = { at: performance.now(), promise: Promise.resolve() };
  check.promise = checkReadiness(expected().migrations).then((readiness) => {
    check.readiness = readiness;
    current.latestReadiness = readiness;
  });
  return check;
}

const answer = (description: string, status: string, fields: z.ZodRawShape = {}) => ({
  description,
  content: jsonContent(z.looseObject({ status: z.string().meta({ example: status }), ...fields })),
});

const versionField = z.string().optional().meta({
  description: "Only for operators and for service keys with `platform/log/read`.",
  example: "0.1.0",
});

// Neither endpoint returns an error during an outage: /healthz ignores it and /readyz reports it in `status`.
const { "503": _outage, ...errors } = describeErrors("oauth", []);

export const healthzDescription: ZodOpenApiOperationObject & { operationId: string } = {
  operationId: "healthz",
  summary: "Check that the process is alive",
  description: "Checks nothing else. Use it as a liveness probe, without credentials.",
  tags: ["Health"],
  security: [{}, { bearer: ["platform/log/read"] }, { session: [] }],
  responses: { "200": answer("The process responds.", "ok", { version: versionField }), ...errors },
};

export const readyzDescription = {
  operationId: "readyz",
  summary: "Check that the service can serve requests",
  description:
    "Checks that the database responds, has every migration and accepts writes. Use it as a readiness probe.",
  tags: ["Health"],
  security: [],
  responses: {
    "200": answer("The service can serve requests.", "ready"),
    ...errors,
    "503": answer(
      "The service cannot serve requests right now; `status` gives the reason.",
      "shutting down",
    ),
  },
};

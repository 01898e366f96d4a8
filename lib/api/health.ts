import { authenticatePlatformCaller } from "@/lib/clients/service-keys/authenticate-platform-caller";
import { checkReadiness, type Readiness } from "@/lib/core/db/check-readiness";
import { classifyOutage } from "@/lib/core/db/outage";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { isDraining } from "@/lib/core/http/draining";
import { jsonResponse } from "@/lib/core/http/responses";
import { processState } from "@/lib/core/process-state";
import { version } from "@/lib/core/version-values";
import { requirePlatformPermission } from "@/lib/operation/access/platform-caller";

const expected = (): { migrations: readonly string[] } =>
  processState("expected-migrations", () => ({ migrations: [] }));

const KEPT_MS = 1_000;
const RETRY_AFTER = "5";

const checked = (): { at: number; readiness?: Promise<Readiness> } =>
  processState("readiness", () => ({ at: 0 }));

/** Sets the migrations this version needs before it can serve requests. */
export function expectMigrations(names: readonly string[]): void {
  expected().migrations = names;
  delete checked().readiness;
}

/** The migrations this version needs. */
export function expectedMigrations(): readonly string[] {
  return expected().migrations;
}

/**
 * `GET /healthz`: the process is alive, and its version for those who may read `/metrics`. Checks nothing else, so that an
 * outage of the database does not restart it.
 */
export async function healthz(request: ApiRequest): Promise<Response> {
  const isShown = await mayReadVersion(request);
  return jsonResponse(200, { status: "ok", ...(isShown ? { version } : {}) });
}

async function mayReadVersion(request: ApiRequest): Promise<boolean> {
  if (!request.headers.has("authorization") && !request.headers.has("cookie")) return false;
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
 * result is cached for a second, so frequent probes cost next to nothing.
 */
export async function readyz(): Promise<Response> {
  if (isDraining()) return jsonResponse(503, { status: "shutting down" });
  const cache = checked();
  const now = performance.now();
  if (!cache.readiness || now - cache.at >= KEPT_MS) {
    cache.at = now;
    cache.readiness = checkReadiness(expected().migrations);
  }
  const { ready, ...body } = await cache.readiness;
  return jsonResponse(ready ? 200 : 503, body, ready ? {} : { "retry-after": RETRY_AFTER });
}

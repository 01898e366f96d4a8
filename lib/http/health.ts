import { pool } from "@/lib/db/pool";
import { isDraining } from "@/lib/http/draining";
import { jsonResponse } from "@/lib/http/responses";
import { log } from "@/lib/log";
import { processState } from "@/lib/process-state";

const expected = (): { migrations: readonly string[] } =>
  processState("expected-migrations", () => ({ migrations: [] }));

/** Names the migrations without which this version must not be sent requests. */
export function expectMigrations(names: readonly string[]): void {
  expected().migrations = names;
}

/** `GET /healthz`: the process answers. Asks nothing else, so that a lost database restarts nobody. */
export function healthz(): Response {
  return jsonResponse(200, { status: "ok" });
}

/** `GET /readyz`: the database answers and has every migration; 503 otherwise, and why. */
export async function readyz(): Promise<Response> {
  if (isDraining()) return jsonResponse(503, { status: "shutting down" });
  try {
    const missing = await missingMigrations(expected().migrations);
    if (missing.length === 0) return jsonResponse(200, { status: "ready" });
    return jsonResponse(503, { status: "migrations are missing", missing });
  } catch (err) {
    log().warn({ err }, "not ready");
    return jsonResponse(503, { status: "the database does not answer" });
  }
}

async function missingMigrations(names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

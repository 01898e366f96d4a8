import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SERVICE_NAME } from "@/lib/db/embedded/cluster";

const PORT_LINE = 3;
const STATUS_LINE = 7;

/**
 * Address of the embedded PostgreSQL that a running service has started in a data folder; null when none
 * accepts connections there.
 */
export function runningDatabaseUrl(dataDir: string, password: string): string | null {
  const file = join(dataDir, "postgres", "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (lines[STATUS_LINE]?.trim() !== "ready") return null;
  return `postgresql://${SERVICE_NAME}:${encodeURIComponent(password)}@127.0.0.1:${lines[PORT_LINE]}/${SERVICE_NAME}`;
}

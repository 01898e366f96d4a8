import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerAddress } from "@/lib/core/db/embedded/roles";

const PORT_LINE = 3;
const STATUS_LINE = 7;

/**
 * Address, for its owner, of the embedded PostgreSQL that a running service started in a data folder; null if none
 * accepts connections there.
 */
export function runningDatabaseUrl(dataDir: string, password: string): string | null {
  const file = join(dataDir, "postgres", "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  if (lines[STATUS_LINE]?.trim() !== "ready") return null;
  return ownerAddress(password, lines[PORT_LINE] ?? "");
}

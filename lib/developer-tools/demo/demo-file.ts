import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";

/** The data for trying a demo installation; stored in `DATA_DIR/demo.json`, mode 0600. */
export type DemoFile = {
  base_url: string;
  /** Logins of the organization; `seller` owns the company. */
  owner: DemoLogin;
  admin: DemoLogin;
  developer: DemoLogin;
  seller: DemoLogin;
  staff: DemoLogin;
  /** A member of the platform's staff. */
  operator: DemoLogin;
  organization_id: string;
  company_id: number;
  extension: { client_id: string; client_secret: string; base_url: string };
  management: { client_id: string; client_secret: string };
  /** A service key for the platform's backends, and the secret of the one for its gateways. */
  platform: { client_id: string; client_secret: string; token_url: string; gate_key: string };
};

export type DemoLogin = { email: string; password: string };

/** Writes the file atomically. */
export function writeDemoFile(dataDir: string, demo: DemoFile): void {
  const path = join(dataDir, "demo.json");
  writeFileSync(`${path}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Reads the file of an earlier start, or null if there is none. */
export function readDemoFile(dataDir: string): DemoFile | null {
  const text = readIfPresent(join(dataDir, "demo.json"));
  return text === null ? null : JSON.parse(text);
}

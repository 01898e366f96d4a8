import { tmpdir } from "node:os";
import { join } from "node:path";

/** What serves the API: the fast lane ahead of Next, or Next alone. */
export type Host = "fast-lane" | "next";

/** A server under test: its host, address and data. */
export interface TestServer {
  readonly host: Host;
  readonly port: number;
  readonly baseUrl: string;
  /** Contains `demo.json`: logins, ids, and credentials. */
  readonly dataDir: string;
}

const FIRST_PORT = 3310;

/** Set once in the runner, so that its workers, which also load this file, know it. */
function folderOfRun(): string {
  process.env.LATCHKEY_E2E_FOLDER ??= join(tmpdir(), `latchkey-e2e-${process.pid}`);
  return process.env.LATCHKEY_E2E_FOLDER;
}

/** How many calls the test of the API log makes; `API_LOG_CALLS=100000` for a long run. */
export const recordedCalls = Number(process.env.API_LOG_CALLS ?? 10_000);

/** Both hosts of the same functions: the fast lane and Next alone. Each has its own extension. */
export const testServers: readonly TestServer[] = (["fast-lane", "next"] as const).map(
  (host, index) => {
    const port = FIRST_PORT + 2 * index;
    const dataDir = join(folderOfRun(), host);
    return { host, port, baseUrl: `http://127.0.0.1:${port}`, dataDir };
  },
);

/** The server of a host. */
export function testServer(host: Host): TestServer {
  const found = testServers.find((server) => server.host === host);
  if (!found) throw new Error(`There is no server for the host ${host}`);
  return found;
}

/** Variables of a child process: those of this one, and these. */
export function childEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}

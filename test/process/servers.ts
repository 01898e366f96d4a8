import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server under test: its address and data. */
export interface TestServer {
  readonly port: number;
  readonly baseUrl: string;
  /** Contains `demo.json`: logins, ids, and credentials. */
  readonly dataDir: string;
}

const PORT = 3310;

/** Set once in the runner, so that its workers, which also load this file, know it. */
function folderOfRun(): string {
  process.env.LATCHKEY_E2E_FOLDER ??= join(tmpdir(), `latchkey-e2e-${process.pid}`);
  return process.env.LATCHKEY_E2E_FOLDER;
}

/** How many calls the test of the API log makes; `API_LOG_CALLS=100000` for a long run. */
export const recordedCalls = Number(process.env.API_LOG_CALLS ?? 10_000);

/** The image of containers that a test runs: `IMAGE=localhost/latchkey:0.1.0`; empty for none. */
export const testedImage = process.env.IMAGE ?? "";

/** The server that tests share, as people start it. */
export const testServer: TestServer = {
  port: PORT,
  baseUrl: `http://127.0.0.1:${PORT}`,
  dataDir: join(folderOfRun(), "server"),
};

/** Variables of a child process: those of this one, and these. */
export function childEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables };
}

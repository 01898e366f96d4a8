import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/lib/core/db/embedded/start";
import { childEnv } from "@/test/process/servers";

const READY = /^Latchkey is ready: /m;

/** A folder and ports that no other server uses. */
export type Instance = {
  dataDir: string;
  port: number;
  extensionPort: number;
  baseUrl: string;
};

/** A server for one test, started the way people start it. */
export type ServerProcess = {
  child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves with the exit code when it has ended; null after a signal. */
  ended: Promise<number | null>;
};

/** Reserves a folder and ports. */
export async function newInstance(): Promise<Instance> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-process-"));
  // When root runs this, the database's account must be able to pass through.
  await chmod(dataDir, 0o711);
  const [port, extensionPort] = [await freePort(), await freePort()];
  return {
    dataDir,
    port,
    extensionPort,
    baseUrl: `http://127.0.0.1:${port}`,
  };
}

/** A start as in the README or only its last part, and what runs next to it. */
export const commands = {
  npmStart: ["npm", "start"],
  examplePlatform: ["npm", "run", "example:platform"],
  exampleGateway: ["npm", "run", "example:gateway"],
  built: [process.execPath, "scripts/start.mjs", "--built"],
  latchkey: [process.execPath, "scripts/latchkey.mjs"],
} as const;

/** How a server is started. */
export type StartOptions = {
  command?: readonly [string, ...string[]];
  /** Variables in addition to the instance's. */
  env?: Record<string, string>;
  /** Gives it a process group, as a terminal does. */
  ownGroup?: boolean;
};

/** Starts a server without waiting for it. */
export function spawnServer(
  instance: Instance,
  { command: [program, ...args] = commands.built, env, ownGroup = false }: StartOptions = {},
): ServerProcess {
  const child = spawn(program, args, {
    detached: ownGroup,
    env: childEnv({
      PORT: String(instance.port),
      DATA_DIR: instance.dataDir,
      SAMPLE_EXTENSION_URL: `http://127.0.0.1:${instance.extensionPort}`,
      LOG_LEVEL: "warn",
      ...env,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const ended = once(child, "close").then(([code]) => code);
  return { child, output: () => printed, ended };
}

/**
 * Waits until a server reports that it is ready. @throws Error with its output if it ends instead
 */
export function untilReady(
  { child, output, ended }: ServerProcess,
  report: RegExp = READY,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => report.test(output()) && resolve();
    child.stdout?.on("data", look);
    look();
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output()}`)));
  });
}

/** Tells a server to end and waits until it has. */
export async function stopServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}

/** The process that serves, whatever started it. */
export async function servingPid({ dataDir }: Instance): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, "instance.lock"), "utf8")).pid;
}

/** The database's first process and the port it listens on. */
export async function readPostmaster({
  dataDir,
}: Instance): Promise<{ pid: number; port: number }> {
  const lines = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** Whether a process with that id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

/** Whether something listens on that port of 127.0.0.1. */
export async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED") return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

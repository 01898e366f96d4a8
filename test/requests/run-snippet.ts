import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";
import { childEnv } from "@/test/process/servers";

const SAMPLE = resolve("examples/extension");

/** A folder of a developer who follows the quick start: their files and the FDK packages. */
export interface SnippetFolder {
  path: string;
  /** Runs a command to its end. @throws when it fails, with what it printed */
  run(command: string, args: readonly string[]): Promise<string>;
  /** Starts a command that keeps running, and returns once `isReady` returns true. */
  start(
    command: string,
    args: readonly string[],
    isReady: () => Promise<boolean>,
  ): Promise<Running>;
  /** Ends what was started in it, and removes it. */
  remove(): Promise<void>;
}

/** A started snippet. */
export interface Running {
  /** Everything that it has printed so far. */
  output(): string;
  isAlive(): boolean;
}

/**
 * Creates a folder with `files`; only PATH of this process's environment reaches what runs in it.
 */
export async function snippetFolder(
  files: Readonly<Record<string, string>>,
): Promise<SnippetFolder> {
  const path = await mkdtemp(join(tmpdir(), "latchkey-snippet-"));
  await symlink(join(SAMPLE, "node_modules"), join(path, "node_modules"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  const options = { cwd: path, env: childEnv({ HOME: path }) };
  const started: ChildProcess[] = [];
  return {
    path,
    async run(command, args) {
      const { stdout } = await promisify(execFile)(command, args, options);
      return stdout;
    },
    async start(command, args, isReady) {
      // A group of its own: the shell between npm and the program does not pass a signal on.
      const child = spawn(command, args, { ...options, detached: true });
      started.push(child);
      const running = follow(child);
      const isReadyOrGone = async () => !running.isAlive() || (await isReady());
      await vi.waitUntil(isReadyOrGone, { timeout: 60_000, interval: 50 });
      if (!running.isAlive()) throw new Error(`it ended: ${running.output()}`);
      return running;
    },
    async remove() {
      await Promise.all(started.map(stopGroup));
      await rm(path, { recursive: true });
    },
  };
}

/** Copies the sample extension into a developer's folder. */
export async function copySample({ path }: SnippetFolder): Promise<void> {
  for (const part of ["server.mjs", "package.json", "src"]) {
    await cp(join(SAMPLE, part), join(path, part), { recursive: true });
  }
}

/** Ends a process with everything that it started, which may outlive it. */
async function stopGroup({ pid, stdout }: ChildProcess): Promise<void> {
  if (!pid || !stdout || stdout.closed) return;
  const closed = once(stdout, "close");
  process.kill(-pid, "SIGTERM");
  await closed;
}

function follow(child: ChildProcess): Running {
  let printed = "";
  const keep = (chunk: Buffer) => {
    printed += chunk.toString("utf8");
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return {
    output: () => printed,
    isAlive: () => child.exitCode === null && child.signalCode === null,
  };
}

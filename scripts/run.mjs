import { spawn } from "node:child_process";
import { once } from "node:events";

/** A command failed and has already printed its error. */
export class CommandError extends Error {}

/**
 * Runs a command to completion and shows its output, or only if it fails. A signal to this process ends the command
 * first and then this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: Record<string, string>, quiet?: boolean}} [options] `env` adds to this process's.
 * @returns {Promise<void>}
 * @throws {CommandError}
 */
export async function run(command, args, { cwd, env, quiet = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part) => output.push(part));
  }
  /** @param {NodeJS.Signals} signal */
  const pass = async (signal) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.on("SIGINT", pass).on("SIGTERM", pass);
  try {
    const [code, signal] = await once(child, "close");
    if (code !== 0) for (const part of output) process.stderr.write(part);
    if (code !== 0) throw new CommandError(`${args[0]} ended with ${signal ?? `code ${code}`}`);
  } finally {
    process.off("SIGINT", pass).off("SIGTERM", pass);
  }
}

/**
 * Runs npm: the one running this script, if any.
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export async function npm(args, cwd) {
  const npmPath = process.env.npm_execpath;
  if (npmPath?.endsWith(".js")) {
    await run(process.execPath, [npmPath, ...args], { cwd, quiet: true });
  } else await run("npm", args, { cwd, quiet: true });
}

/**
 * Runs a program of an installed package with this Node, without npm or a shell.
 * @param {string} script
 * @param {readonly string[]} [args]
 * @param {Record<string, string>} [env]
 * @param {boolean} [quiet] Shows its output only if it fails.
 */
export async function node(script, args = [], env = {}, quiet = false) {
  await run(process.execPath, [script, ...args], { env, quiet });
}

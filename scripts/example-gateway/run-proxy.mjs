import { spawn } from "node:child_process";

/**
 * Runs a proxy until it exits or this process is stopped, by a signal or by its parent closing the channel.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] In addition to this process's.
 */
export function runProxy(program, args, env = {}) {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = () => child.kill("SIGTERM");
  process.on("SIGTERM", stop).on("SIGINT", stop).on("disconnect", stop);
  child.once("exit", (code) => process.exit(code ?? 1));
}

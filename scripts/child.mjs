import { fork } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a Node program beside this process. Its channel closes when this process ends in any way, which is how the
 * program knows that it should end as well.
 * @param {{cwd?: string, env: Record<string, string | undefined>, onEnd: (reason: string) => void}} options `onEnd`
 *   is called if it ends before it is stopped
 * @returns {() => Promise<void>} Stops it.
 */
export function startChild(script, { cwd, env, onEnd }) {
  let stopping = false;
  const child = fork(script, { cwd, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.once("exit", (code, signal) => {
    if (!stopping) onEnd(signal ?? `code ${code}`);
  });
  return async () => {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
}

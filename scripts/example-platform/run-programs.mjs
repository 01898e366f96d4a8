import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from "../child.mjs";
import { print } from "../step.mjs";

const READY_CHECK_MS = 200;

/** What stops each running program, in the order of their starts. @type {(() => Promise<void>)[]} */
const running = [];
let stopping = false;

/** Starts a program and waits until it is ready, if it can say so. Its end stops the others and this process. */
export async function startProgram({ name, script, cwd, env, ready }) {
  const onEnd = (reason) => {
    // Ctrl-C reaches the programs as well.
    if (stopping) return;
    print(`${name} stopped (${reason}). This ends the example.`);
    void stopPrograms(1);
  };
  running.push(startChild(script, { cwd, env: { ...process.env, ...env }, onEnd }));
  while (ready && !(await isReady(ready))) await sleep(READY_CHECK_MS);
}

/** Stops all programs, the last one first, and ends this process. @param {number} code Exit code. */
export async function stopPrograms(code) {
  if (stopping) return;
  stopping = true;
  for (const stop of running.splice(0).reverse()) await stop();
  process.exit(code);
}

async function isReady(url) {
  try {
    const answer = await fetch(url);
    const { ready = true } = await answer.json();
    return answer.ok && ready;
  } catch (error) {
    if (error instanceof TypeError) return false; // Nothing listens there yet.
    throw error;
  }
}

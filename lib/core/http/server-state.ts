import type { Socket } from "node:net";
import { processState } from "@/lib/core/process/process-state";

const state = () => processState("draining", () => ({ begun: false }));

/** Marks the process as shutting down, so that it reports not ready. */
export function startDraining(): void {
  state().begun = true;
}

export function isDraining(): boolean {
  return state().begun;
}

const surplus = () => processState("surplus-connections", () => new WeakSet<Socket>());

/** Marks a connection beyond the most that this process serves. */
export function markSurplus(socket: Socket): void {
  surplus().add(socket);
}

/** Whether requests on a connection are answered with 503, except those that ask whether the process is alive. */
export function isSurplus(socket: Socket): boolean {
  return surplus().has(socket);
}

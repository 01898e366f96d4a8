import { processState } from "@/lib/core/process/process-state";

const state = () => processState("draining", () => ({ begun: false }));

/** Marks the process as shutting down, so that it reports not ready. */
export function startDraining(): void {
  state().begun = true;
}

/** Whether the process is shutting down. */
export function isDraining(): boolean {
  return state().begun;
}

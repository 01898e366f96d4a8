import { processState } from "@/lib/kernel/process-state";

const state = () => processState("draining", () => ({ begun: false }));

/** From now on the process is about to end: it says that it is not ready. */
export function startDraining(): void {
  state().begun = true;
}

/** Whether the process is about to end. */
export function isDraining(): boolean {
  return state().begun;
}

import { log } from "@/lib/core/log";
import { processState } from "@/lib/core/process-state";
import { callQueue } from "@/lib/gate/calls/call-queue";

const REPORT_EVERY_MS = 1_000;

/** What the log has not said yet, and the timer until which it says nothing. */
type Report = { unsaid: number; timer: NodeJS.Timeout | null };

const report = (): Report => processState("lost-calls-report", () => ({ unsaid: 0, timer: null }));

/** Counts calls that the API log will never have. The server's log says so at most once a second. */
export function loseCalls(count: number, reason: string, cause?: unknown): void {
  callQueue().lost += count;
  const state = report();
  state.unsaid += count;
  if (state.timer) return;
  reportLostCalls(reason, cause);
  state.timer = setTimeout(() => {
    state.timer = null;
    reportLostCalls(reason);
  }, REPORT_EVERY_MS).unref();
}

/** Logs how many calls were lost since the last report, if any. */
export function reportLostCalls(reason: string, cause?: unknown): void {
  const state = report();
  if (state.unsaid === 0) return;
  log().error({ lost: state.unsaid, reason, err: cause }, "calls missing from the API log");
  state.unsaid = 0;
}

import { log } from "@/lib/core/log";
import { processState } from "@/lib/core/process-state";
import { callQueue } from "@/lib/gate/calls/call-queue";

const REPORT_EVERY_MS = 1_000;

/** Lost calls that the log does not mention yet, and the timer until which it stays silent. */
type Report = { unreported: number; timer: NodeJS.Timeout | null };

const report = (): Report =>
  processState("lost-calls-report", () => ({ unreported: 0, timer: null }));

/** Counts calls that the API log will never contain. The server log reports them at most once a second. */
export function countLostCalls(count: number, reason: string, cause?: unknown): void {
  callQueue().lost += count;
  const state = report();
  state.unreported += count;
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
  if (state.unreported === 0) return;
  log().error({ lost: state.unreported, reason, err: cause }, "calls missing from the API log");
  state.unreported = 0;
}

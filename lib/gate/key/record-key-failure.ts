import { logFailure } from "@/lib/core/db/database-health";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { processState } from "@/lib/core/process-state";
import { addFailedKeyChecks } from "@/lib/gate/key/failed-check-repository";

const counter = () => processState("failed-key-checks", () => ({ waiting: 0, isWriting: false }));

/** What proxies send. The proxies of examples/gateway remove these from what strangers send. */
const PROXY_HEADERS = ["x-gate-key", "x-original-uri", "x-forwarded-uri"];

/**
 * Counts a proxy's check without a valid gate key, for operators. A flood of them uses one connection at a time.
 * Requests of strangers do not count.
 */
export function recordKeyFailure(headers: RequestHeaders): void {
  if (!PROXY_HEADERS.some((name) => headers.get(name))) return;
  const state = counter();
  state.waiting += 1;
  if (state.isWriting) return;
  state.isWriting = true;
  write(state)
    .catch((thrown: unknown) => logFailure(thrown, "checks without a gate key not counted"))
    .finally(() => {
      state.isWriting = false;
    });
}

async function write(state: { waiting: number }): Promise<void> {
  while (state.waiting > 0) {
    const count = state.waiting;
    state.waiting = 0;
    await addFailedKeyChecks(count);
  }
}

import { processState } from "@/lib/core/process/process-state";

/** Keys at which those whose window has ended are forgotten. */
const MAX_KEYS = 1_000;

type Window = { count: number; until: number };

/** Limits how often something is done for a key, in this process. @returns whether it may be done now; counts it */
export function rateLimit(name: string, max: number, windowMs: number): (key: string) => boolean {
  const windows = () => processState(`rate-limit-${name}`, () => new Map<string, Window>());
  return (key) => {
    const now = performance.now();
    const window = windows().get(key);
    if (window && window.until > now) {
      window.count += 1;
      return window.count <= max;
    }
    if (windows().size >= MAX_KEYS) {
      for (const [each, { until }] of windows()) if (until <= now) windows().delete(each);
    }
    windows().set(key, { count: 1, until: now + windowMs });
    return true;
  };
}

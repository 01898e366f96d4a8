import { ServiceError } from "@/lib/core/errors";
import { waitAtMost } from "@/lib/core/process/wait-at-most";

/** How slowly a body may arrive. */
export type Pace = {
  /** Milliseconds that it may take in any case. */
  grace: number;
  /** What must arrive on average from then on. */
  bytesPerSecond: number;
};

/**
 * Reads a body, as long as it arrives fast enough.
 * @param read calls `count` with the size of each part as it arrives, which throws once the body is too slow
 * @throws ServiceError invalid_request as soon as the body is too slow; what `read` throws
 */
export async function atPace<T>(
  { grace, bytesPerSecond }: Pace,
  read: (count: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let size = 0;
  const leftMs = () => startedAt + grace + (size / bytesPerSecond) * 1_000 - performance.now();
  const count = (bytes: number) => {
    size += bytes;
    if (leftMs() <= 0) throw tooSlow(bytesPerSecond);
  };
  const reading = read(count);
  while (!(await waitAtMost(reading, leftMs()))) {
    if (leftMs() <= 0) throw tooSlow(bytesPerSecond);
  }
  return reading;
}

function tooSlow(bytesPerSecond: number): ServiceError {
  const message = `The body arrived too slowly. Send at least ${bytesPerSecond / 1024} KB a second.`;
  return new ServiceError("invalid_request", message, {
    check: "body_form",
    fix: { kind: "correct_body" },
  });
}

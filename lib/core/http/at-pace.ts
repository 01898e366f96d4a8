import { ServiceError } from "@/lib/core/errors";

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
  let timer: NodeJS.Timeout | undefined;
  const leftMs = () => startedAt + grace + (size / bytesPerSecond) * 1_000 - performance.now();
  const count = (bytes: number) => {
    size += bytes;
    if (leftMs() <= 0) throw tooSlow(bytesPerSecond);
  };
  const reading = read(count);
  const deadline = new Promise<never>((_, reject) => {
    const check = () => {
      const remainingMs = leftMs();
      if (remainingMs > 0) timer = setTimeout(check, remainingMs);
      else reject(tooSlow(bytesPerSecond));
    };
    check();
  });
  try {
    return await Promise.race([reading, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(bytesPerSecond: number): ServiceError {
  const message = `The body arrived too slowly. Send at least ${bytesPerSecond / 1024} KB a second.`;
  return new ServiceError("invalid_request", message, {
    check: "body_form",
    fix: { kind: "correct_body" },
  });
}

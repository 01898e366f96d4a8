import type { Instrumentation } from "next";

type Report = (thrown: unknown, headers: Record<string, string | string[] | undefined>) => void;

let report: Report | undefined;

/** Next compiles this file for its edge runtime, too, which must not load what needs Node. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: Next replaces it when it compiles the file.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    report = (await import("@/lib/core/db/database-health")).reportPageOutage;
  }
}

/** Only Next sees the error that made a page fail. */
export const onRequestError: Instrumentation.onRequestError = (thrown, { headers }) =>
  report?.(thrown, headers);

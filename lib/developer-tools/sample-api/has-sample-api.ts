import { env } from "@/lib/core/env/env";

/** Whether this installation serves the sample API: only with demo data. A real platform has its own. */
export function hasSampleApi(): boolean {
  return env().demo;
}

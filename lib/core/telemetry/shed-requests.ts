import { counter } from "@/lib/core/telemetry/metrics";

/** Why requests get 503: what was full, or took too long. */
const reasons = ["queue_full", "waited_too_long", "pages", "slots", "connections"] as const;

const shedRequests = counter(
  {
    name: "latchkey_requests_shed_total",
    help: "Requests answered with 503 because too many wait, by reason.",
    labels: ["reason"],
  },
  reasons.map((reason) => ({ reason })),
);

/** Counts requests that get 503 because the process is too busy. */
export function countShedRequests(reason: (typeof reasons)[number], count = 1): void {
  shedRequests().inc({ reason }, count);
}

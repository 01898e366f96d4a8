import { counter } from "@/lib/core/metrics";

const shedRequests = counter({
  name: "latchkey_requests_shed_total",
  help: "Requests answered with 503 because too many wait, by reason.",
  labels: ["reason"],
});

/** Counts requests that get 503 because the process is too busy. */
export function countShedRequests(
  reason: "queue_full" | "waited_too_long" | "pages" | "places",
  count = 1,
): void {
  shedRequests().inc({ reason }, count);
}

"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../ui/skeleton";
import type { ActivityBar } from "./activity-series";

// The largest script of the console: only pages with a chart load it, and after everything else.
const ActivityChart = dynamic(() => import("./activity-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-full w-full" />,
});

/** The chart, once its script is there; its numbers are in the table beside it. */
export function LazyActivityChart({ bars }: { bars: ActivityBar[] }) {
  return (
    <div className="h-64 noscript:hidden" aria-hidden="true">
      <ActivityChart bars={bars} />
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** Updates the page while it is shown, less and less often unless `steadily` is set. */
export function RefreshWhile({ steadily = false }: { steadily?: boolean }) {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const [rounds, setRounds] = useState(0);
  useEffect(() => {
    // On a slow server, the next update waits for the last one.
    if (isRefreshing) return;
    const pause = steadily ? FIRST_PAUSE_MS : FIRST_PAUSE_MS * 1.5 ** rounds;
    const timer = setTimeout(
      () =>
        startRefresh(() => {
          if (document.visibilityState === "visible") router.refresh();
          setRounds((before) => before + 1);
        }),
      Math.min(pause, LONGEST_PAUSE_MS),
    );
    return () => clearTimeout(timer);
  }, [router, steadily, isRefreshing, rounds]);
  return null;
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Brings the page up to date for as long as it is shown: every second, and less often after a while unless it is to go
 * on `steadily`.
 */
export function RefreshWhile({ steadily = false }: { steadily?: boolean }) {
  const router = useRouter();
  useEffect(() => {
    let pause = FIRST_PAUSE_MS;
    let timer = setTimeout(refresh, pause);
    function refresh() {
      if (document.visibilityState === "visible") router.refresh();
      if (!steadily) pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
      timer = setTimeout(refresh, pause);
    }
    return () => clearTimeout(timer);
  }, [router, steadily]);
  return null;
}

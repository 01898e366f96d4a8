"use client";

import { useEffect } from "react";

/** Loads a part of the page after it, before it is needed. If that fails, the part tries again and reports it. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, [load]);
}

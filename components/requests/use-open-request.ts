"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** The request in the drawer, which the address names; opening one reads nothing else again. */
export function useOpenRequest(): [string | null, (requestId: string | null) => void] {
  const params = useSearchParams();
  const openId = params.get("request");
  const open = useCallback((requestId: string | null) => {
    const address = new URL(window.location.href);
    if (requestId === null) address.searchParams.delete("request");
    else address.searchParams.set("request", requestId);
    window.history.replaceState(null, "", address);
  }, []);
  return [openId, open];
}

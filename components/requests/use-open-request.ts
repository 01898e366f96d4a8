"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/**
 * The request in the drawer, which the address names by its id or that of its entry; opening one reads nothing else
 * again. Anyone may write a link to this page, so the text may be anything.
 */
export function useOpenRequest(): [string | null, (id: string | null) => void] {
  const params = useSearchParams();
  const openId = params.get("request");
  const open = useCallback((id: string | null) => {
    const address = new URL(window.location.href);
    if (id === null) address.searchParams.delete("request");
    else address.searchParams.set("request", id);
    window.history.replaceState(null, "", address);
  }, []);
  return [openId, open];
}

"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { parseEntryId } from "@/lib/requests/log/entry-id-values";

/**
 * The request in the drawer, which the address names; opening one reads nothing else again. Anyone may write a link to
 * this page, so a text that is not the id of a request opens nothing.
 */
export function useOpenRequest(): [string | null, (id: string | null) => void] {
  const named = useSearchParams().get("request") ?? "";
  const openId = parseEntryId(named) && named;
  const open = useCallback((id: string | null) => {
    const address = new URL(window.location.href);
    if (id === null) address.searchParams.delete("request");
    else address.searchParams.set("request", id);
    window.history.replaceState(null, "", address);
  }, []);
  return [openId, open];
}

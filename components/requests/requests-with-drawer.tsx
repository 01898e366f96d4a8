"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import type { Request } from "@/lib/requests/log/schemas";
import { type ListState, stateHref } from "../list/list-state";
import { foldRequests } from "./fold-requests";
import { type LogScope, pathOfScope } from "./log-scope";
import { RequestDrawer } from "./request-drawer";
import { RequestRows } from "./request-rows";

export interface RequestsWithDrawerProps {
  scope: LogScope;
  /** Newest first. */
  requests: readonly Request[];
  /** Whether fixes may change the client. */
  mayWrite: boolean;
  /** How many rows are shown; equal failures in a row are one. */
  most?: number;
  /** Of the page of the list, where a request opens without JavaScript. */
  state?: ListState;
}

/** Requests, of which one is open beside them. */
export function RequestsWithDrawer(props: RequestsWithDrawerProps) {
  const { scope, requests, mayWrite, most, state } = props;
  const [openId, open] = useOpenRequest();
  const rows = foldRequests(requests).slice(0, most);
  return (
    <>
      {rows.length > 0 ? (
        <RequestRows
          rows={rows}
          withClient={scope.clientId === null}
          openId={openId}
          hrefOf={(id) => stateHref(pathOfScope(scope), { ...state, request: id })}
          onOpen={open}
        />
      ) : null}
      {openId === null ? null : (
        <RequestDrawer
          scope={scope}
          id={openId}
          mayWrite={mayWrite}
          listedIds={rows.flatMap((row) => row.ids)}
          onOpen={open}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

/**
 * The request in the drawer, which the address names by its id or that of its entry; opening one reads nothing else
 * again. Anyone may write a link to this page, so the text may be anything.
 */
function useOpenRequest(): [string | null, (id: string | null) => void] {
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

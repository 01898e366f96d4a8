"use client";

import type { Request } from "@/lib/requests/log/schemas";
import { type ListState, stateHref } from "../list/list-state";
import { foldRequests } from "./fold-requests";
import type { LogScope } from "./log-scope";
import { RequestDrawer } from "./request-drawer";
import { RequestRows } from "./request-rows";
import { useOpenRequest } from "./use-open-request";

export interface RequestsWithDrawerProps {
  scope: LogScope;
  /** Newest first. */
  requests: readonly Request[];
  /** Whether fixes may change the client. */
  mayWrite: boolean;
  /** How many rows are shown; equal failures in a row are one. */
  most?: number;
  /** The page of the list, and its state: where a request opens without JavaScript. */
  path: string;
  state?: ListState;
}

/** Requests, of which one is open beside them. */
export function RequestsWithDrawer({
  scope,
  requests,
  mayWrite,
  most,
  path,
  state,
}: RequestsWithDrawerProps) {
  const [openId, open] = useOpenRequest();
  const rows = foldRequests(requests).slice(0, most);
  return (
    <>
      {rows.length > 0 ? (
        <RequestRows
          rows={rows}
          withClient={scope.clientId === null}
          openId={openId}
          hrefOf={(id) => stateHref(path, { ...state, request: id })}
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

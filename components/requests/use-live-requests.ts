"use client";

import { useEffect, useState } from "react";
import type { Request } from "@/lib/requests/log/schemas";

/** State of a live connection. */
export type LiveState = "connecting" | "live" | "reconnecting" | "paused" | "ended";

/** The requests received over a live connection. */
export interface LiveRequests {
  state: LiveState;
  /** By the id of the entry, the latest state of each. */
  requests: ReadonlyMap<string, Request>;
  /** True if there were too many to send each. */
  hasGap: boolean;
}

/** Maximum number of requests on the page; more would slow it down. */
const MAX_KEPT = 200;
/** How long to wait before connecting again after the server rejected a connection, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * Follows requests while the page is visible. After a lost connection, the list has to be loaded again: the server resumes
 * only within five minutes, and sends nothing from before to a connection that it first rejected.
 * @param address of the events; null while they are paused
 * @param onMissed called when calls may be missing that the connection will not send
 */
export function useLiveRequests(address: string | null, onMissed: () => void): LiveRequests {
  const [live, setLive] = useState<LiveRequests>({
    state: address === null ? "paused" : "connecting",
    requests: new Map(),
    hasGap: false,
  });
  useEffect(() => {
    // Those of another address may not match the filters of this one.
    const nothingYet = { requests: new Map(), hasGap: false };
    setLive({ state: address === null ? "paused" : "connecting", ...nothingYet });
    if (address === null) return;
    const setState = (state: LiveState) => setLive((last) => ({ ...last, state }));
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    let wasLost = false;
    const leave = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const connect = (isAgain: boolean) => {
      leave();
      setState(isAgain ? "reconnecting" : "connecting");
      const eventSource = new EventSource(address);
      source = eventSource;
      eventSource.onopen = () => {
        if (isAgain || wasLost) {
          // Reloading the list closes the gap between it and the new connection. Those received earlier would hide the
          // gap, so they go.
          setLive({ state: "live", requests: new Map(), hasGap: false });
          onMissed();
        } else setState("live");
        wasLost = false;
      };
      eventSource.onerror = () => {
        if (hasEnded) return;
        setState("reconnecting");
        wasLost = true;
        // The browser gives up after an answer other than events.
        if (eventSource.readyState === EventSource.CLOSED)
          timer = setTimeout(connect, RETRY_MS, true);
      };
      eventSource.addEventListener("request", ({ data }) => {
        // The server validates what it sends against the schema.
        const request = JSON.parse(data) as Request;
        setLive((last) => ({ ...last, requests: withRequest(last.requests, request) }));
      });
      eventSource.addEventListener("gap", () => setLive((last) => ({ ...last, hasGap: true })));
      eventSource.addEventListener("end", ({ data }) => {
        if (!isAccessEnded(data)) return;
        hasEnded = true;
        leave();
        setState("ended");
      });
    };
    // A hidden page takes no place among the live connections of the server.
    const followVisibility = () => {
      if (hasEnded) return;
      if (document.visibilityState === "hidden") leave();
      else if (source === null) connect(true);
    };
    if (document.visibilityState !== "hidden") connect(false);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      leave();
    };
  }, [address, onMissed]);
  return live;
}

function withRequest(
  requests: ReadonlyMap<string, Request>,
  request: Request,
): ReadonlyMap<string, Request> {
  const recent = new Map(requests);
  recent.set(request.id, request);
  const [oldest] = recent.keys();
  if (recent.size > MAX_KEPT && oldest !== undefined) recent.delete(oldest);
  return recent;
}

function isAccessEnded(data: string): boolean {
  const end: unknown = JSON.parse(data);
  return (
    typeof end === "object" && end !== null && "reason" in end && end.reason === "access_ended"
  );
}

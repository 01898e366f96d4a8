import { streamedBody } from "@/lib/core/http/streamed-body";

/** Generates server-sent events as text. @param signal aborted when the receiver has left */
export type EventFeed = (signal: AbortSignal) => AsyncIterator<string>;

/** One server-sent event. @param data sent as JSON */
export function eventText(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends events until there are none left or the receiver leaves. If generating them fails, the connection is cut, and a
 * browser connects again.
 */
export function eventStreamResponse(feed: EventFeed, requestId: string): Response {
  const disconnection = new AbortController();
  const body = streamedBody(feed(disconnection.signal), {
    requestId,
    failed: "events broke off",
    left: () => disconnection.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      // Compression and proxies would collect events before they send them.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": requestId,
    },
  });
}

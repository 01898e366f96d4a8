import { logFailure } from "@/lib/core/db/database-health";

/** A file generated while it is sent, so that its size costs no memory. */
export type StreamedFile = {
  contentType: string;
  /** ASCII, without quotes. */
  fileName: string;
  chunks: AsyncIterable<string>;
};

/**
 * Sends a file. If generating it fails half-way, the connection is cut, so that a partial file is not mistaken for a
 * complete one. For HEAD, nothing is generated: Next would neither read nor cancel it.
 */
export function streamedResponse(
  { contentType, fileName, chunks }: StreamedFile,
  { method, requestId }: { method: string; requestId: string },
): Response {
  const iterator = method === "HEAD" ? nothing() : chunks[Symbol.asyncIterator]();
  return new Response(streamedBody(iterator, { requestId, failed: "file broke off" }), {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
      "x-request-id": requestId,
    },
  });
}

async function* nothing(): AsyncGenerator<never> {}

/** Generates server-sent events as text. @param signal aborted when the receiver has left */
export type EventFeed = (signal: AbortSignal) => AsyncIterator<string>;

/** One server-sent event. @param data sent as JSON */
export function eventText(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends events until the receiver leaves. If generating them fails, the connection is cut. */
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

/** A body that is generated while it is sent, and cut off if that fails. @param left called if the receiver leaves */
function streamedBody(
  chunks: AsyncIterator<string>,
  { requestId, failed, left }: { requestId: string; failed: string; left?: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasLeft = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (thrown) {
        logFailure(thrown, failed, { request_id: requestId });
        if (!hasLeft) controller.error(thrown);
      }
    },
    async cancel() {
      hasLeft = true;
      left?.();
      await chunks.return?.();
    },
  });
}

import { logFailure } from "@/lib/kernel/db/log-failure";

/** A file generated while it is sent, so that its size costs no memory. */
export type StreamedFile = {
  contentType: string;
  /** ASCII, without quotes. */
  fileName: string;
  chunks: AsyncIterable<string>;
};

/**
 * Sends a file. If generating it fails half-way, the connection is cut, so that a partial file is not mistaken for a
 * complete one.
 */
export function streamedResponse(
  { contentType, fileName, chunks }: StreamedFile,
  requestId: string,
): Response {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (thrown) {
        logFailure(thrown, "file broke off", { request_id: requestId });
        controller.error(thrown);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
      "x-request-id": requestId,
    },
  });
}

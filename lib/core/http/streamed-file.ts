import { streamedBody } from "@/lib/core/http/streamed-body";

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

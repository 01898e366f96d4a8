import { logFailure } from "@/lib/core/db/log-failure";

/**
 * A body that is generated while it is sent. If generating it fails half-way, the connection is cut.
 * @param failed what the log says then
 * @param left called when the receiver has left before the end
 */
export function streamedBody(
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

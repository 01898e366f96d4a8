import { slots } from "@/lib/core/limits/slots";
import type { RoutedOperation } from "@/lib/operation/operation";

/**
 * Uploads that a process handles at the same time. Each is in memory, from its first byte until its image is stored, so
 * this times the size limit of an upload bounds what they take.
 */
export const MAX_UPLOADS = 16;
/** The maximum for one person, client, or service key. */
export const MAX_UPLOADS_OF_CALLER = 2;

const RETRY_SECONDS = 5;
const NEXT = `Try again in ${RETRY_SECONDS} seconds.`;

const uploadSlots = slots("uploads", {
  max: { slots: MAX_UPLOADS, message: `Too many images are being uploaded. ${NEXT}` },
  maxPerOwner: {
    slots: MAX_UPLOADS_OF_CALLER,
    message: `You are already uploading ${MAX_UPLOADS_OF_CALLER} images. ${NEXT}`,
  },
  retrySeconds: RETRY_SECONDS,
});

/**
 * Reads and handles a request. Of requests that upload a file, only some run at the same time, so that uploads cannot
 * exhaust the memory, and one caller cannot keep out the others.
 * @param caller the name of the caller in audit entries
 * @throws ServiceError temporarily_unavailable with Retry-After while there are too many
 */
export async function inUploadSlot<T>(
  { upload }: Pick<RoutedOperation, "upload">,
  caller: string,
  handle: () => Promise<T>,
): Promise<T> {
  if (!upload) return handle();
  const release = uploadSlots.acquire(caller);
  try {
    return await handle();
  } finally {
    release();
  }
}

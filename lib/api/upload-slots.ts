import { ServiceError } from "@/lib/kernel/errors";
import type { OperationContract } from "@/lib/kernel/http/contract";
import { processState } from "@/lib/kernel/process-state";

/** Uploads that a process handles at the same time. Each is in memory until its image is stored. */
export const MOST_UPLOADS = 16;
const RETRY_SECONDS = 5;

/**
 * Reads and handles a request. Of requests that upload a file, only some run at the same time, so that uploads cannot
 * exhaust the memory.
 * @throws ServiceError temporarily_unavailable with Retry-After while there are too many
 */
export async function inUploadSlot<T>(
  { upload }: Pick<OperationContract, "upload">,
  handle: () => Promise<T>,
): Promise<T> {
  if (!upload) return handle();
  const slots = processState("upload-slots", () => ({ taken: 0 }));
  if (slots.taken >= MOST_UPLOADS) throw tooMany();
  slots.taken += 1;
  try {
    return await handle();
  } finally {
    slots.taken -= 1;
  }
}

function tooMany(): ServiceError {
  return new ServiceError(
    "temporarily_unavailable",
    `Too many images are being uploaded. Try again in ${RETRY_SECONDS} seconds.`,
    { headers: { "retry-after": String(RETRY_SECONDS) } },
  );
}

import { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";

/**
 * The owner of a key: everyone who sees a response to the request. Keys of different owners never collide. The
 * organization is empty for callers of the platform's API.
 */
export type KeyOwner = { organizationId: string; actor: string };

const HEADER = "idempotency-key";

// Printable ASCII, quoted like the draft's structured field or bare, as most clients send it.
const KEY =
  /^(?:"([\x20\x21\x23-\x5b\x5d-\x7e]{1,200})"|([\x21\x23-\x7e][\x20\x21\x23-\x7e]{0,199}))$/;

/**
 * The key with which a caller marks a request that it may retry (draft-ietf-httpapi-idempotency-key-header).
 * @returns 1 to 200 characters without the quotes, or null if none was sent
 * @throws ServiceError invalid_request
 */
export function readIdempotencyKey(headers: RequestHeaders): string | null {
  const header = headers.get(HEADER);
  if (header === null) return null;
  const found = KEY.exec(header);
  const key = found?.[1] ?? found?.[2];
  if (key !== undefined) return key;
  throw new ServiceError(
    "invalid_request",
    "Idempotency-Key must be 1 to 200 printable ASCII characters, for example a UUID.",
    { fields: [{ path: "Idempotency-Key", message: "must be 1 to 200 printable characters" }] },
  );
}

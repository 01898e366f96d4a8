import { isRequestId } from "@/lib/core/schemas/id-forms";

/** Between a request id, which never contains it, and the number of an event. */
export const MARK = "~";

const NUMBER = /^[1-9]\d{0,17}$/;

/** What an id in the request log names. */
type EntryId = {
  requestId: string;
  /** One event; null for a call, or for whichever request has the id. */
  eventId: string | null;
};

/**
 * Reads the id of an entry of the request log: a request id or, because callers may choose it and choose it again, a
 * request id with the number of the event.
 * @returns null for any other text
 */
export function parseEntryId(text: string): EntryId | null {
  const [requestId = "", eventId = null, ...rest] = text.split(MARK);
  const isEntry = eventId === null || (rest.length === 0 && NUMBER.test(eventId));
  return isEntry && isRequestId(requestId) ? { requestId, eventId } : null;
}

import { RESTORE_DAYS } from "@/lib/clients/field-values";

const WINDOW_MS = RESTORE_DAYS * 86_400_000;

/** Whether a client deleted at this time can still be restored. */
export function isRestorable(deletedAt: Date, now: Date): boolean {
  return deletedAt.getTime() >= restorableSince(now).getTime();
}

/** When a client deleted at this time can no longer be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + WINDOW_MS);
}

/** The earliest deletion time of clients that can still be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - WINDOW_MS);
}

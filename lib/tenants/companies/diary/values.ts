/** An action in the platform's own words, or derived from the scope that the call needed. */
export type DiaryAction =
  | { kind: "words"; words: string }
  | { kind: "looked" | "changed" | "deleted"; object: string }
  /** Its scope is not in the catalogue. */
  | { kind: "used"; scope: string }
  /** It needed no scope. */
  | { kind: "other" };

/** An action of an extension with its number of calls on one day. */
export interface DiaryEntry {
  action: DiaryAction;
  /** Allowed calls. */
  calls: number;
  /** Those that the platform answered with an error. */
  failed: number;
  lastAt: Date;
  /** Set if this is the first use on record of a sensitive permission: what it is about, and when. */
  firstUse: { of: "customerSeen" | "customerChanged" | "sensitive"; at: Date } | null;
}

/** Calls of one day that were denied. */
export interface DiaryDenial {
  /** The attempted action in the platform's own words; null if there are none. */
  words: string | null;
  calls: number;
  lastAt: Date;
}

/** One day of an extension, in UTC. */
export interface DiaryDay {
  /** Such as 2026-11-22. */
  day: string;
  /** Entries by business object, null for entries without one. The object with the latest call is first. */
  objects: readonly { name: string | null; entries: readonly DiaryEntry[] }[];
  denials: readonly DiaryDenial[];
}

/** A page of an extension's diary, newest day first. */
export interface Diary {
  days: readonly DiaryDay[];
  /** The day before which the next page starts; null on the last page. */
  before: string | null;
}

/** The calendar day before a day such as 2026-11-22. */
export function dayBefore(day: string): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

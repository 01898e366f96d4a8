/** What a kind of call did: the platform's own words for it, or what its scope is about. */
export type DiaryAction =
  | { kind: "words"; words: string }
  | { kind: "looked" | "changed" | "deleted"; object: string }
  /** Its scope is not in the catalogue. */
  | { kind: "used"; scope: string }
  /** It needed no scope. */
  | { kind: "other" };

/** What an extension did several times on one day. */
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
  /** What it tried, in the platform's own words; null without any. */
  words: string | null;
  calls: number;
  lastAt: Date;
}

/** One day of an extension, in UTC. */
export interface DiaryDay {
  /** Such as 2026-11-22. */
  day: string;
  /** Entries by business object; null for those of none. The object with the latest call is first. */
  objects: readonly { name: string | null; entries: readonly DiaryEntry[] }[];
  denials: readonly DiaryDenial[];
}

/** A page of what an extension did, newest day first. */
export interface Diary {
  days: readonly DiaryDay[];
  /** The day before which the next page starts; null on the last page. */
  before: string | null;
}

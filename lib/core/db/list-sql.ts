/** The place of a row in the order of its list. */
export type ListPosition = {
  id: string;
  /** Its time or name if rows are ordered by that first; empty if they are ordered by id alone. */
  value: string;
};

/** Which rows of a list to read. */
export type ListPart = {
  /** The row before the part; null to begin with the first row. */
  after: ListPosition | null;
  limit: number;
  /** Rows to skip. */
  offset: number;
  /** Whether to count all matching rows. */
  isCounted: boolean;
};

/** A part as values of a statement whose list is ordered by time and id. */
export type PartValues = Omit<ListPart, "after"> & {
  afterId: string | null;
  afterTime: string | null;
};

/** The values of a part of a list that is ordered by time and id. */
export function partValues({ after, ...part }: ListPart): PartValues {
  return { ...part, afterId: after?.id ?? null, afterTime: after?.value ?? null };
}

/** SQL for the order of names: alphabetical, without regard to case (ADR 69). */
export function nameOrder(name: string): string {
  return `lower(${name}) COLLATE "names"`;
}

/** SQL for all of these conditions, without those that a list was not asked for. */
export function allOf(...conditions: (string | false | undefined)[]): string {
  return conditions.filter(Boolean).join(" AND ");
}

type CursorQuery = { limit: number; q?: string | undefined; changed_since?: string | undefined };

/** The values of a list's statement: the key before its rows, how many to read, one more than asked for, and the query. */
export function listValues<Key, Query extends CursorQuery>(afterId: Key, query: Query) {
  const { limit, changed_since: since, q } = query;
  return { ...query, afterId, take: limit + 1, since, pattern: q && containing(q) };
}

/** The LIKE pattern of texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

const LEAST_PART = 4;

/** Suggests the existing name closest to a misspelled one. @returns null when none is close */
export function nearestName(sent: string, names: readonly string[]): string | null {
  const plainSent = plain(sent);
  let nearest: { name: string; distance: number } | null = null;
  for (const name of names) {
    const distance = distanceOf(plainSent, plain(name));
    if (distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance };
  }
  return nearest?.name ?? null;
}

// isActive, is-active and IS_ACTIVE all mean is_active. No valid name is longer than this.
function plain(name: string): string {
  return name.slice(0, 40).toLowerCase().replace(/[_-]/g, "");
}

// One wrong letter in four, or part of the name.
function distanceOf(sent: string, name: string): number {
  const edits = editDistance(sent, name);
  if (edits <= Math.max(sent.length, name.length) / 4) return edits;
  const isPart =
    Math.min(sent.length, name.length) >= LEAST_PART &&
    (name.includes(sent) || sent.includes(name));
  return isPart ? edits : Number.POSITIVE_INFINITY;
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

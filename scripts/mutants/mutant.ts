/** A change that removes one condition or guard. */
export type Mutant = {
  /** File or statement, the removed part and its replacement: stable when lines move. */
  id: string;
  start: number;
  end: number;
  /** What replaces the condition. */
  instead: string;
};

const LONGEST = 160;

/** Gives mutants their ids; equal ones are numbered. */
export function nameMutants(
  place: string,
  text: string,
  found: readonly Omit<Mutant, "id">[],
): Mutant[] {
  const times = new Map<string, number>();
  return found.map((each) => {
    const words = text.slice(each.start, each.end).replace(/\s+/g, " ").slice(0, LONGEST);
    const name = `${place}: ${words} → ${each.instead}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { ...each, id: time === 1 ? name : `${name} (${time})` };
  });
}

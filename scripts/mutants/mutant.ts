/** A change that takes one condition or guard away. */
export type Mutant = {
  /** File or statement, what was taken away, and what stands there instead: stable while lines move. */
  id: string;
  start: number;
  end: number;
  /** What stands in place of the condition. */
  instead: string;
};

const LONGEST = 160;

/** Gives mutants their ids; those that would be equal are numbered. */
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

import type { CommandGroup } from "./command";

/**
 * The commands whose label or group heading contains every word of the query, ignoring case and accents. Empty groups
 * are left out.
 */
export function matchCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ text, found }) => {
        const searched = plain(`${group.label} ${text}`);
        return found || words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Lower case, without accents. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

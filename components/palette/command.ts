import type { ReactNode } from "react";

/** Something that can be done from anywhere. */
export interface Command {
  /** Unique in the palette. */
  id: string;
  label: ReactNode;
  /** The words of the label, for the search. */
  text: string;
  /** Beside the label: an id, keys. */
  detail?: ReactNode;
  /** The server found it by more than `text`. */
  isFound?: boolean;
  /** Enter waits for the end of a search, which may find a better match. */
  waits?: boolean;
  run: () => void;
}

export interface CommandGroup {
  id: string;
  label: string;
  items: readonly Command[];
}

/** A page to go to. */
export interface PageLink {
  href: string;
  label: string;
  /** Letter that leads there after `g`. */
  shortcut?: string;
}

/** The groups with the commands whose label or group has every word of the query, whatever their case and accents. */
export function matchCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ text, isFound }) => {
        const searched = plain(`${group.label} ${text}`);
        return isFound || words.every((word) => searched.includes(word));
      }),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

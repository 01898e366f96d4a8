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
  found?: true;
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

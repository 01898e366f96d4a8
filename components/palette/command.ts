import type { ListGroup, ListOption } from "../ui/searchable-list";

/** Something that can be done from anywhere. */
export interface Command extends ListOption {
  /** What the label says, to be searched. */
  text: string;
  /** It was found by the server, which knows more of it than `text`. */
  found?: true;
  run: () => void;
}

export type CommandGroup = ListGroup<Command>;

/** A page to go to. */
export interface PageLink {
  href: string;
  label: string;
  /** Letter that leads there after `g`. */
  shortcut?: string;
}

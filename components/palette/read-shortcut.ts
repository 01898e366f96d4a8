/** The action of a shortcut. */
export type Shortcut = { kind: "palette" } | { kind: "sheet" } | { kind: "go"; letter: string };

/** The relevant parts of a key press. */
export interface KeyPress {
  /** As in `KeyboardEvent.key`. */
  key: string;
  /** Ctrl, or Command on a Mac. */
  command: boolean;
  alt: boolean;
  shift: boolean;
  /** The focus is in something that takes text. */
  typing: boolean;
  /** Milliseconds, from any origin. */
  at: number;
}

/** How long after `g` a letter opens a page, in milliseconds. */
const GO_MS = 1500;

/**
 * Reads key presses one after the other.
 * @param press the key
 * @param goAt when `g` was pressed, if that was the key before; null otherwise
 * @param singleKeys whether keys without Ctrl mean anything (WCAG 2.2, 2.1.4)
 * @returns the shortcut, if there is one now, and `goAt` for the next call
 */
export function readShortcut(
  press: KeyPress,
  goAt: number | null,
  singleKeys: boolean,
): { shortcut: Shortcut | null; goAt: number | null } {
  const { key, command, alt, shift, typing, at } = press;
  if (command) {
    const opens = key.toLowerCase() === "k" && !alt && !shift;
    return { shortcut: opens ? { kind: "palette" } : null, goAt: null };
  }
  if (!singleKeys || typing || alt) return { shortcut: null, goAt: null };
  if (key === "?") return { shortcut: { kind: "sheet" }, goAt: null };
  if (shift || !/^[a-z]$/.test(key)) return { shortcut: null, goAt: null };
  if (goAt !== null && at - goAt <= GO_MS)
    return { shortcut: { kind: "go", letter: key }, goAt: null };
  return { shortcut: null, goAt: key === "g" ? at : null };
}

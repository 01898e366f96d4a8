import { useEffect, useRef } from "react";

/** How long after `g` a letter opens a page, in milliseconds. */
const GO_MS = 1500;

/** The relevant parts of a key press. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "timeStamp"
>;

/**
 * Reads key presses one after the other, where single keys mean anything.
 * @param goAt when `g` was pressed, if that was the key before; null otherwise
 * @returns `?`, `/`, the letter of a page, or null, and `goAt` for the next call
 */
export function readShortcut(
  { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp }: KeyPress,
  goAt: number | null,
): { shortcut: string | null; goAt: number | null } {
  const isPlain = !(ctrlKey || metaKey || altKey);
  if (isPlain && (key === "?" || key === "/")) return { shortcut: key, goAt: null };
  if (!isPlain || shiftKey || !/^[a-z]$/.test(key)) return { shortcut: null, goAt: null };
  if (goAt !== null && timeStamp - goAt <= GO_MS) return { shortcut: key, goAt: null };
  return { shortcut: null, goAt: key === "g" ? timeStamp : null };
}

/**
 * Follows single keys on the whole page, unless something takes them as text or they are off.
 * @param find what a shortcut does, see {@link readShortcut}
 */
export function useShortcuts(find: (shortcut: string) => (() => void) | undefined): void {
  const goAt = useRef<number | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (takesText(event.target) || !singleKeysAreOn()) return;
      const read = readShortcut(event, goAt.current);
      goAt.current = read.goAt;
      const act = read.shortcut === null ? undefined : find(read.shortcut);
      if (!act) return;
      event.preventDefault();
      // A dialog that is open is answered first.
      if (!document.querySelector("dialog:modal")) act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** Whether a key goes into a field. Until the next frame, keys still go to the field of a dialog that has closed. */
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null &&
    target.closest("dialog:not([open])") === null
  );
}

/** The keys that open the palette on this `navigator.platform`; `control` is the reader's name of the Control key. */
export function commandKeys(control: string, platform: string): string[] {
  return [/^(?:Mac|iPhone|iPad)/.test(platform) ? "⌘" : control, "K"];
}

const SETTING = "single-key-shortcuts";
const OFF = "off";

/** Whether single-key shortcuts are on, which is the default; they can be turned off (WCAG 2.2, 2.1.4). */
export function singleKeysAreOn(): boolean {
  return localStorage.getItem(SETTING) !== OFF;
}

/** Turns single-key shortcuts on or off; the browser remembers the choice. */
export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(SETTING);
  else localStorage.setItem(SETTING, OFF);
}

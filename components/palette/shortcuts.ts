import { useEffect, useRef } from "react";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { PageLink } from "./command";

/** The relevant parts of a key press. */
export interface KeyPress {
  /** As in `KeyboardEvent.key`. */
  key: string;
  /** With Ctrl, Command, or Alt. */
  isModified: boolean;
  shift: boolean;
  /** Milliseconds, from any origin. */
  at: number;
}

/** How long after `g` a letter opens a page, in milliseconds. */
const GO_MS = 1500;

/**
 * Reads key presses one after the other, where single keys mean anything.
 * @param goAt when `g` was pressed, if that was the key before; null otherwise
 * @returns `?`, the letter of a page, or null, and `goAt` for the next call
 */
export function readShortcut(
  { key, isModified, shift, at }: KeyPress,
  goAt: number | null,
): { shortcut: string | null; goAt: number | null } {
  if (!isModified && key === "?") return { shortcut: key, goAt: null };
  if (isModified || shift || !/^[a-z]$/.test(key)) return { shortcut: null, goAt: null };
  if (goAt !== null && at - goAt <= GO_MS) return { shortcut: key, goAt: null };
  return { shortcut: null, goAt: key === "g" ? at : null };
}

/** Follows single keys on the whole page: `g` and a letter to a page, and `?` to the sheet of all. */
export function useShortcuts(pages: readonly PageLink[], showSheet: () => void): void {
  const goTo = useGoTo();
  const goAt = useRef<number | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey: shift, timeStamp: at, target } = event;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (takesText(target) || !singleKeysAreOn()) return;
      const read = readShortcut(
        { key, isModified: ctrlKey || metaKey || altKey, shift, at },
        goAt.current,
      );
      goAt.current = read.goAt;
      if (!read.shortcut) return;
      event.preventDefault();
      // A dialog that is open is answered first.
      if (document.querySelector("dialog:modal")) return;
      if (read.shortcut === "?") showSheet();
      const page = pages.find((one) => one.shortcut === read.shortcut);
      if (page) goTo(page.href);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** Whether a key goes into a field. Until the next frame, keys still go to the field of a dialog that has closed. */
export function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable]") !== null &&
    target.closest("dialog:not([open])") === null
  );
}

/**
 * The keys that open the palette on this platform.
 * @param control name of the Control key in the reader's language
 * @param platform `navigator.platform`
 */
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

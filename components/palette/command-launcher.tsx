"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useGoTo } from "../ui/use-unsaved-guard";
import type { CommandPaletteProps, PaletteView } from "./command-palette";
import { commandKeys } from "./keys";
import { readShortcut, type Shortcut } from "./read-shortcut";
import { singleKeysAreOn } from "./single-keys";
import type { PaletteContext } from "./use-commands";

const TAKES_TEXT = "input, textarea, select, [contenteditable]";

/** The button that opens the command palette, and the keys that do; without JavaScript it is not there. */
export function CommandLauncher(context: PaletteContext) {
  const t = useTranslations("palette");
  const { view, setView, Palette, failed, earlyQuery, setEarlyQuery } = usePalette();
  useShortcuts(context.pages, setView);
  return (
    <>
      <button
        type="button"
        onClick={() => setView("commands")}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-10 items-center gap-2 rounded px-2 text-bar-muted hover:bg-bar-ink/10 hover:text-bar-ink focus-visible:outline-bar-accent noscript:hidden sm:border sm:border-bar-muted/60"
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{t("title")}</span>
        <ShortcutHint />
      </button>
      {failed ? (
        <p
          role="alert"
          className="fixed end-4 top-16 z-10 rounded border border-danger bg-danger-soft px-4 py-2 text-ink shadow-overlay"
        >
          {t("notLoaded")}
        </p>
      ) : null}
      {view && Palette ? (
        <Palette
          context={context}
          view={view}
          earlyQuery={earlyQuery}
          onView={setView}
          onClosed={(closed) => {
            setEarlyQuery("");
            setView((shown) => (shown === closed ? null : shown));
          }}
        />
      ) : null}
    </>
  );
}

/** The open view, its code, loaded on first use, and what the person has typed or pasted meanwhile. */
function usePalette() {
  const [view, setView] = useState<PaletteView | null>(null);
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps>>();
  const [failed, setFailed] = useState(false);
  const [earlyQuery, setEarlyQuery] = useState("");
  const wanted = view !== null && !Palette;

  useEffect(() => {
    if (!wanted) return;
    setFailed(false);
    import("./command-palette").then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => {
        setFailed(true);
        setView(null);
      },
    );
    const keep = (event: KeyboardEvent | ClipboardEvent) => {
      const text = textOf(event);
      if (!text) return;
      event.preventDefault();
      setEarlyQuery((before) => before + text);
    };
    // Before the single-key shortcuts of the page.
    document.addEventListener("keydown", keep, { capture: true });
    document.addEventListener("paste", keep);
    return () => {
      document.removeEventListener("keydown", keep, { capture: true });
      document.removeEventListener("paste", keep);
    };
  }, [wanted]);

  return { view, setView, Palette, failed, earlyQuery, setEarlyQuery };
}

function textOf(event: KeyboardEvent | ClipboardEvent): string {
  if (event instanceof ClipboardEvent) return event.clipboardData?.getData("text").trim() ?? "";
  const { key, ctrlKey, metaKey, altKey } = event;
  return key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : "";
}

/** Handles shortcuts on the whole page. */
function useShortcuts(pages: PaletteContext["pages"], setView: (view: PaletteView) => void): void {
  const goTo = useGoTo();
  const goAt = useRef<number | null>(null);

  useEffect(() => {
    const follow = (shortcut: Shortcut) => {
      if (shortcut.kind === "palette") return setView("commands");
      if (shortcut.kind === "sheet") return setView("shortcuts");
      const page = pages.find((one) => one.shortcut === shortcut.letter);
      if (page) goTo(page.href);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const read = readShortcut(keyPress(event), goAt.current, singleKeysAreOn());
      goAt.current = read.goAt;
      if (!read.shortcut) return;
      event.preventDefault();
      // A dialog that is open is answered first.
      if (!document.querySelector("dialog:modal")) follow(read.shortcut);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [pages, goTo, setView]);
}

function keyPress(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey: alt, shiftKey: shift, target, timeStamp: at } = event;
  return { key, command: ctrlKey || metaKey, alt, shift, typing: takesText(target), at };
}

// Until the next frame, keys still go to the field of a dialog that has closed.
function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(TAKES_TEXT) !== null &&
    target.closest("dialog:not([open])") === null
  );
}

/** Shown once the machine is known. */
function ShortcutHint() {
  const t = useTranslations("palette");
  const platform = useSyncExternalStore(
    () => () => {},
    () => navigator.platform,
    () => null,
  );
  const keys = platform === null ? "" : commandKeys(t("controlKey"), platform).join(" ");
  return (
    <span aria-hidden="true" className="min-w-12 text-end text-sm max-lg:hidden">
      {keys}
    </span>
  );
}

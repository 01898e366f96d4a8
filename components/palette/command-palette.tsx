"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import { useOptionKeys } from "../ui/use-option-keys";
import { useGoTo } from "../ui/use-unsaved-guard";
import { commandKeys, useShortcuts } from "./shortcuts";
import type { PaletteContext } from "./use-commands";

/**
 * The button that opens the command palette, and the palette. Its dialog is on the page from the start: Ctrl and K open
 * it even before this runs (`EarlyInput`), and its field takes all that is typed next. What it finds is loaded on first
 * use. Without JavaScript there is no button.
 */
export function CommandPalette(context: PaletteContext) {
  const t = useTranslations("palette");
  const controls = useTranslations("shell.controls");
  const goTo = useGoTo();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(0);
  const [isPickPending, setIsPickPending] = useState(false);
  const keys = useOptionKeys(count);
  const search = (text: string) => {
    setQuery(text);
    setIsPickPending(false);
    keys.setCurrent(0);
  };
  const { parts, failed } = useParts(isOpen || isSheetOpen);
  useShortcuts((shortcut) => {
    if (shortcut === "?") return () => setIsSheetOpen(true);
    const page = context.pages.find((one) => one.shortcut === shortcut);
    return page && (() => goTo(page.href));
  });
  // It may have been opened before this ran.
  useEffect(() => setIsOpen(dialog.current?.open === true), []);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-10 items-center gap-2 rounded px-2 text-bar-muted hover:bg-bar-ink/10 hover:text-bar-ink focus-visible:outline-bar-accent noscript:hidden sm:border sm:border-bar-muted/60"
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">{t("title")}</span>
        <ShortcutHint />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it for keyboard users; the click is for the backdrop */}
      <dialog
        ref={dialog}
        data-palette
        aria-label={t("title")}
        onClose={() => {
          setIsOpen(false);
          search("");
        }}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="mx-auto mt-[min(12dvh,6rem)] max-h-[80dvh] w-[min(38rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-overlay backdrop:bg-bar/60 open:flex"
      >
        <div className="flex items-center border-line border-b">
          <input
            {...keys.field}
            aria-label={t("title")}
            placeholder={t(
              context.isPlatform || context.organizationId ? "placeholderWithNames" : "placeholder",
            )}
            value={query}
            onFocus={() => setIsOpen(true)}
            onChange={({ target }) => search(target.value)}
            onKeyDown={(event) => {
              keys.onKeyDown(event);
              const isEnter = event.key === "Enter" && !event.nativeEvent.isComposing;
              if (isEnter && count === 0) setIsPickPending(true);
            }}
            className="h-12 w-full min-w-0 grow rounded-t-lg bg-transparent px-4 text-[1rem] text-ink placeholder:text-muted focus-visible:outline-offset-[-2px]"
          />
          <Button variant="quiet" size="icon" onClick={close} className="me-1">
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">{controls("close")}</span>
          </Button>
        </div>
        {isOpen && parts ? (
          <parts.QueryProvider>
            <parts.CommandList
              context={context}
              query={query}
              keys={keys}
              isPickPending={isPickPending}
              onPickPending={setIsPickPending}
              onCount={setCount}
              onClose={close}
              onShortcuts={() => setIsSheetOpen(true)}
            />
          </parts.QueryProvider>
        ) : null}
        {failed ? (
          <p role="alert" className="px-4 py-3 text-danger">
            {t("notLoaded")}
          </p>
        ) : null}
      </dialog>
      {isSheetOpen && parts ? (
        <parts.ShortcutSheet pages={context.pages} onClose={() => setIsSheetOpen(false)} />
      ) : null}
    </>
  );
}

/** What the palette and the sheet of shortcuts consist of, once one of them is wanted. */
function useParts(isWanted: boolean) {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof loadParts>>>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (isWanted && !parts) loadParts().then(setParts, () => setFailed(true));
  }, [isWanted, parts]);
  return { parts, failed };
}

async function loadParts() {
  const [{ CommandList }, { ShortcutSheet }, { QueryProvider }] = await Promise.all([
    import("./command-list"),
    import("./shortcut-sheet"),
    import("../shell/query-provider"),
  ]);
  return { CommandList, ShortcutSheet, QueryProvider };
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

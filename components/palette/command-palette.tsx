"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import { useOptionKeys } from "../ui/use-option-keys";
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
  const dialog = useRef<HTMLDialogElement>(null);
  const pick = useRef<(position: number) => void>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(0);
  const [isPickPending, setIsPickPending] = useState(false);
  const keys = useOptionKeys(count, (position) =>
    pick.current ? pick.current(position) : setIsPickPending(true),
  );
  const { parts, failed } = useParts(isOpen || isSheetOpen);
  useShortcuts(context.pages, () => setIsSheetOpen(true));
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
          setIsPickPending(false);
          setQuery("");
          keys.setCurrent(0);
        }}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="mx-auto mt-[min(12dvh,6rem)] max-h-[80dvh] w-[min(38rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-overlay backdrop:bg-bar/60 open:flex"
      >
        <div className="flex items-center border-line border-b">
          <input
            {...keys.field}
            aria-label={t("title")}
            placeholder={t(placeholderOf(context))}
            value={query}
            onFocus={() => setIsOpen(true)}
            onChange={({ target }) => {
              setIsPickPending(false);
              keys.setCurrent(0);
              setQuery(target.value);
            }}
            onKeyDown={keys.onKeyDown}
            className="h-12 w-full min-w-0 grow rounded-t-lg bg-transparent px-4 text-[1rem] text-ink placeholder:text-muted focus-visible:outline-offset-[-2px]"
          />
          <Button variant="quiet" size="icon" onClick={close} className="me-1">
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">{controls("close")}</span>
          </Button>
        </div>
        {isOpen && parts ? (
          <parts.CommandList
            context={context}
            query={query}
            keys={keys}
            pick={pick}
            isPickPending={isPickPending}
            onPickPending={setIsPickPending}
            onCount={setCount}
            onClose={close}
            onShortcuts={() => setIsSheetOpen(true)}
          />
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

type Parts = typeof import("./command-list") & typeof import("./shortcut-sheet");

/** What the palette and the sheet of shortcuts consist of, once one of them is wanted. */
function useParts(isWanted: boolean): { parts: Parts | undefined; failed: boolean } {
  const [parts, setParts] = useState<Parts>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || parts) return;
    Promise.all([import("./command-list"), import("./shortcut-sheet")]).then(
      ([list, sheet]) => setParts({ ...list, ...sheet }),
      () => setFailed(true),
    );
  }, [isWanted, parts]);
  return { parts, failed };
}

function placeholderOf({ organizationId, isPlatform }: PaletteContext) {
  if (isPlatform) return "placeholderWithDirectory";
  return organizationId ? "placeholderWithClients" : "placeholder";
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

"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { QueryProvider } from "../shell/query-provider";
import { Button } from "../ui/button";

import { type Command, matchCommands } from "./command";
import { CommandList } from "./command-list";
import { ShortcutSheet } from "./shortcut-sheet";
import { type PaletteContext, useCommands } from "./use-commands";
import {
  type FoundClients,
  useFoundClients,
  useFoundObjects,
  useFoundRequest,
} from "./use-found-objects";

export type PaletteView = "commands" | "shortcuts";

export interface CommandPaletteProps {
  context: PaletteContext;
  view: PaletteView;
  /** What was typed before this was loaded. */
  earlyQuery: string;
  onView: (view: PaletteView) => void;
  /** A view was closed; another may be open already. */
  onClosed: (view: PaletteView) => void;
}

/** The palette or the shortcut sheet; loaded on first use. */
export function CommandPalette(props: CommandPaletteProps) {
  const { context, view, earlyQuery, onView, onClosed } = props;
  if (view === "shortcuts") {
    return <ShortcutSheet pages={context.pages} onClose={() => onClosed("shortcuts")} />;
  }
  return (
    <QueryProvider>
      <CommandDialog
        context={context}
        earlyQuery={earlyQuery}
        onShortcuts={() => onView("shortcuts")}
        onClosed={() => onClosed("commands")}
      />
    </QueryProvider>
  );
}

function CommandDialog(props: {
  context: PaletteContext;
  earlyQuery: string;
  onShortcuts: () => void;
  onClosed: () => void;
}) {
  const { context, earlyQuery, onShortcuts, onClosed } = props;
  const t = useTranslations("palette");
  const controls = useTranslations("shell.controls");
  const [query, setQuery] = useState(earlyQuery);
  const [isPickPending, setIsPickPending] = useState(false);
  const clientSearch = useFoundClients(context.organizationId, query);
  const directory = useFoundObjects(context.isPlatform, query);
  const { state } = context.isPlatform ? directory : clientSearch;
  const request = useFoundRequest(context.organizationId, context.isPlatform, query);
  const commands = useCommands(
    context,
    clientSearch.clients,
    directory.objects,
    request,
    onShortcuts,
  );
  const groups = matchCommands(commands, query);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => dialog.current?.showModal(), []);

  // Closed first: the browser then gives the focus back, and a command may move it on.
  const close = () => dialog.current?.close();
  const run = (command: Command) => {
    close();
    command.run();
  };
  const pick = (command: Command) => {
    if (command.tentative && state === "searching") setIsPickPending(true);
    else run(command);
  };
  useEffect(() => {
    if (!isPickPending || state === "searching") return;
    setIsPickPending(false);
    const best = groups[0]?.items[0];
    if (best) run(best);
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it for keyboard users; the click is for the backdrop
    <dialog
      ref={dialog}
      aria-label={t("title")}
      onClose={onClosed}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="mx-auto mt-[min(12dvh,6rem)] max-h-[80dvh] w-[min(38rem,calc(100vw-1rem))] flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-overlay backdrop:bg-bar/60 open:flex"
    >
      <CommandList
        label={t("title")}
        placeholder={t(placeholderOf(context))}
        query={query}
        onQuery={(changed) => {
          setIsPickPending(false);
          setQuery(changed);
        }}
        groups={groups}
        onPick={pick}
        action={
          <Button variant="quiet" size="icon" onClick={close} className="me-1">
            <X className="size-4" aria-hidden="true" />
            <span className="sr-only">{controls("close")}</span>
          </Button>
        }
        empty={state === "searching" ? null : <NothingFound />}
      />
      <SearchStatus
        state={state}
        count={groups.reduce((sum, { items }) => sum + items.length, 0)}
      />
    </dialog>
  );
}

function placeholderOf({ organizationId, isPlatform }: PaletteContext) {
  if (isPlatform) return "placeholderWithDirectory";
  return organizationId ? "placeholderWithClients" : "placeholder";
}

function NothingFound() {
  const t = useTranslations("palette");
  return (
    <div className="px-4 py-8 text-center">
      <p className="font-semibold">{t("nothing.title")}</p>
      <p className="text-muted">{t("nothing.explanation")}</p>
    </div>
  );
}

function SearchStatus({ state, count }: { state: FoundClients["state"]; count: number }) {
  const t = useTranslations("palette");
  if (state === "failed") {
    return (
      <p role="alert" className="border-line border-t px-4 py-2 text-danger text-sm">
        {t("failed")}
      </p>
    );
  }
  return (
    <p role="status" className="border-line border-t px-4 py-2 text-muted text-sm">
      {state === "searching" ? t("searching") : t("count", { count })}
    </p>
  );
}

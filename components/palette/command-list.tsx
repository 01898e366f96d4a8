import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { useOptionKeys } from "../ui/use-option-keys";
import { type Command, matchCommands } from "./command";
import { type PaletteContext, useCommands, useSearchResults } from "./use-commands";

interface CommandListProps {
  context: PaletteContext;
  query: string;
  keys: ReturnType<typeof useOptionKeys>;
  /** Whether the best command is to run once the search has ended. */
  isPickPending: boolean;
  onPickPending: (isPending: boolean) => void;
  onCount: (count: number) => void;
  onClose: () => void;
  onShortcuts: () => void;
}

/** The commands that match the query, and the state of the search. */
export function CommandList(props: CommandListProps) {
  const { context, query, keys, isPickPending, onPickPending, onCount, onClose } = props;
  const t = useTranslations("palette");
  const results = useSearchResults(context, query);
  const { isSearching } = results;
  const groups = matchCommands(useCommands(context, results, props.onShortcuts), query);
  const items = groups.flatMap((group) => group.items);
  // Closed first: the browser then gives the focus back, and a command may move it on.
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  useEffect(() => {
    onCount(items.length);
    return () => onCount(0);
  }, [onCount, items.length]);
  useEffect(() => {
    if (!isPickPending || isSearching) return;
    onPickPending(false);
    run(items[0]);
  });
  return (
    <>
      {items.length > 0 ? (
        <div
          id={keys.listId}
          role="listbox"
          aria-label={t("title")}
          className="min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(({ id, label, items: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
            <div key={id} role="group" aria-labelledby={`${keys.listId}-${id}`} className="pb-1">
              <p id={`${keys.listId}-${id}`} className="px-2 pt-2 pb-1 text-muted text-sm">
                {label}
              </p>
              {members.map((command) => {
                const position = items.indexOf(command);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: an option; the field takes the keys
                  <div
                    key={command.id}
                    {...keys.optionAt(position)}
                    // Who has moved to an option means it; the first one may still become another.
                    onClick={() =>
                      isSearching && position === 0 && command.waits
                        ? onPickPending(true)
                        : run(command)
                    }
                    className="flex min-h-10 cursor-pointer scroll-my-10 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-1 aria-selected:bg-brass-soft aria-selected:outline aria-selected:outline-brass"
                  >
                    <span className="wrap-anywhere min-w-0">{command.label}</span>
                    {command.detail}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      ) : isSearching ? null : (
        <div className="px-4 py-8 text-center">
          <p className="font-semibold">{t("nothing.title")}</p>
          <p className="text-muted">{t("nothing.explanation")}</p>
        </div>
      )}
      {results.isError ? (
        <p role="alert" className="border-line border-t px-4 py-2 text-danger text-sm">
          {t("failed")}
        </p>
      ) : (
        <p role="status" className="border-line border-t px-4 py-2 text-muted text-sm">
          {isSearching ? t("searching") : t("count", { count: items.length })}
        </p>
      )}
    </>
  );
}

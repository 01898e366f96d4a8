"use client";

import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";

export interface ListOption {
  /** Unique in the list. */
  id: string;
  label: ReactNode;
  /** Beside the label: an id, keys. */
  detail?: ReactNode;
}

export interface ListGroup<Option extends ListOption> {
  id: string;
  label: string;
  options: readonly Option[];
}

export interface SearchableListProps<Option extends ListOption> {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** What matches the query. */
  groups: readonly ListGroup<Option>[];
  onPick: (option: Option) => void;
  /** Beside the field. */
  action?: ReactNode;
  /** In place of the list when nothing matches. */
  empty: ReactNode;
}

/**
 * A field above the list of what matches it: the focus stays in the field while the arrow keys move
 * through the list (WAI-ARIA APG: editable combobox with list autocomplete). Home and End move through
 * the list while the field is empty, else through the text.
 */
export function SearchableList<Option extends ListOption>(props: SearchableListProps<Option>) {
  const { label, placeholder, query, onQuery, groups, onPick, action, empty } = props;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const listId = useId();
  const options = groups.flatMap((group) => group.options);
  const position = Math.max(
    0,
    options.findIndex(({ id }) => id === chosenId),
  );
  const active = options[position];
  const activeDomId = active && `${listId}-${active.id}`;

  useEffect(() => {
    if (activeDomId) document.getElementById(activeDomId)?.scrollIntoView({ block: "nearest" });
  }, [activeDomId]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || options.length === 0) return;
    if (event.key === "Enter" && active) {
      event.preventDefault();
      onPick(active);
      return;
    }
    const next = nextPosition(event.key, position, options.length, query === "");
    if (next === null) return;
    event.preventDefault();
    setChosenId(options[next]?.id ?? null);
  };

  return (
    <>
      <div className="flex items-center border-line border-b">
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={activeDomId}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it opens in a dialog, whose first control it is
          autoFocus
          placeholder={placeholder}
          value={query}
          onChange={({ target }) => {
            setChosenId(null);
            onQuery(target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-12 w-full min-w-0 grow rounded-t-lg bg-transparent px-4 text-[1rem] text-ink placeholder:text-muted focus-visible:outline-offset-[-2px]"
        />
        {action}
      </div>
      {options.length > 0 ? (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          className="min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map((group) => (
            <Group
              key={group.id}
              listId={listId}
              group={group}
              activeId={active?.id}
              onActive={setChosenId}
              onPick={onPick}
            />
          ))}
        </div>
      ) : (
        empty
      )}
    </>
  );
}

interface GroupProps<Option extends ListOption> {
  listId: string;
  group: ListGroup<Option>;
  activeId: string | undefined;
  onActive: (id: string) => void;
  onPick: (option: Option) => void;
}

function Group<Option extends ListOption>(props: GroupProps<Option>) {
  const { listId, group, activeId, onActive, onPick } = props;
  const headingId = `${listId}-group-${group.id}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
    <div role="group" aria-labelledby={headingId} className="pb-1">
      <div id={headingId} className="px-2 pt-2 pb-1 text-muted text-sm">
        {group.label}
      </div>
      {group.options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the field points at it (aria-activedescendant)
        <div
          key={option.id}
          id={`${listId}-${option.id}`}
          role="option"
          aria-selected={option.id === activeId}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(option.id)}
          onClick={() => onPick(option)}
          className={clsx(
            "flex min-h-10 scroll-my-10 flex-wrap items-center justify-between gap-x-4 rounded px-2 py-1",
            "cursor-pointer aria-selected:bg-brass-soft aria-selected:outline aria-selected:outline-brass",
          )}
        >
          <span className="wrap-anywhere min-w-0">{option.label}</span>
          {option.detail}
        </div>
      ))}
    </div>
  );
}

/** Where a key leads from `position`; null for keys that are the field's own. */
function nextPosition(
  key: string,
  position: number,
  count: number,
  fieldIsEmpty: boolean,
): number | null {
  if (key === "ArrowDown") return (position + 1) % count;
  if (key === "ArrowUp") return (position + count - 1) % count;
  if (key === "Home" && fieldIsEmpty) return 0;
  if (key === "End" && fieldIsEmpty) return count - 1;
  return null;
}

"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { singleKeysAreOn } from "../palette/single-keys";
import { TextInput } from "../ui/text-input";
import { type Choice, docsAddress } from "./docs-address";
import { type FoundOperation, findOperations } from "./find-operations";
import { OperationOptions, optionId } from "./operation-options";
import type { SearchIndex } from "./search-index";

const MAX_OPTIONS = 8;
const TAKES_TEXT = "input, textarea, select, [contenteditable], dialog";

/** The words of the search. They are sent without the rest of the messages, because each page has them. */
export interface SearchWords {
  label: string;
  placeholder: string;
  found: string;
  all: string;
  failed: string;
}

interface OperationSearchProps {
  /** What the page shows the results of. */
  query: string;
  choice: Choice;
  words: SearchWords;
}

/**
 * Finds operations while one types; `/` leads to the field. Without JavaScript, or for all results, the form opens
 * them as a page.
 */
export function OperationSearch({ query: opened, choice, words }: OperationSearchProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState(0);
  const { index, failed, load } = useSearchIndex();
  useSlash(field);

  const matches = index ? findOperations(index, query) : [];
  const options = matches.slice(0, MAX_OPTIONS);
  const search = (text: string) => {
    setQuery(text);
    setCurrent(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event.key, options, current);
    if (query === "" || !action) return;
    event.preventDefault();
    if (action === "close") search("");
    else if (action === "open") document.getElementById(optionId(listId, current))?.click();
    else setCurrent(action.current);
  };
  return (
    <search
      className="relative block"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) search("");
      }}
    >
      <form action="/docs" method="get">
        {Object.entries(choice).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search
          className="pointer-events-none absolute start-3 top-3 size-4 text-muted"
          aria-hidden="true"
        />
        <TextInput
          ref={field}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={opened}
          placeholder={words.placeholder}
          className="ps-9"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          role="combobox"
          aria-label={words.label}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={options.length > 0 ? optionId(listId, current) : undefined}
          onFocus={load}
          onChange={({ target }) => {
            load();
            search(target.value);
          }}
          onKeyDown={onKeyDown}
        />
      </form>
      {query !== "" && index ? (
        <OperationOptions
          id={listId}
          options={options}
          current={current}
          count={matches.length}
          choice={choice}
          words={words}
          allHref={docsAddress(choice, "", { q: query })}
        />
      ) : null}
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {words.failed}
        </p>
      ) : null}
    </search>
  );
}

type Action = "close" | "open" | { current: number };

/** What a key does while the list is open; undefined for all that belong to the field. */
function actionOf(
  key: string,
  options: readonly FoundOperation[],
  current: number,
): Action | undefined {
  if (key === "Escape") return "close";
  if (options.length === 0) return undefined;
  if (key === "Enter") return "open";
  if (key === "ArrowDown") return { current: (current + 1) % options.length };
  if (key === "ArrowUp") return { current: (current + options.length - 1) % options.length };
  return undefined;
}

/** Leads to the field with `/`, unless something takes the key as text or single keys are off (WCAG 2.2, 2.1.4). */
function useSlash(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target, defaultPrevented, isComposing } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return;
      if (target instanceof Element && target.closest(TAKES_TEXT)) return;
      if (!singleKeysAreOn()) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [field]);
}

/** The index of the search, loaded on first use. */
function useSearchIndex() {
  const [index, setIndex] = useState<SearchIndex>();
  const [failed, setFailed] = useState(false);
  const requested = useRef(false);

  const load = useCallback(() => {
    if (requested.current) return;
    requested.current = true;
    setFailed(false);
    fetchIndex().then(setIndex, () => {
      requested.current = false;
      setFailed(true);
    });
  }, []);

  return { index, failed, load };
}

async function fetchIndex(): Promise<SearchIndex> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`The index of the search has the status ${response.status}.`);
  return response.json();
}

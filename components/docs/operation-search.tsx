"use client";

import { Search } from "lucide-react";
import type { Messages } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "../palette/shortcuts";
import { TextInput } from "../ui/text-input";
import { useOptionKeys } from "../ui/use-option-keys";
import { type Choice, docsAddress } from "./docs-address";
import type { FoundOperation } from "./find-operations";
import { Route } from "./operation-list";

interface OperationSearchProps {
  /** What the page shows the results of. */
  query: string;
  choice: Choice;
  /** Sent without the rest of the messages, because each page has them. */
  words: Messages["docs"]["search"];
}

/**
 * Finds operations while one types; `/` leads to the field. Without JavaScript, or for all results, the form opens
 * them as a page.
 */
export function OperationSearch({ query: opened, choice, words }: OperationSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const { found, isCurrent } = useFound(query);
  useShortcuts((shortcut) => (shortcut === "/" ? () => field.current?.focus() : undefined));
  // Links to the reference when it was one page ended in `#<operation id>`.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (location.pathname !== "/docs" || !id || document.getElementById(id)) return;
    location.replace(docsAddress(choice, id));
  }, [choice]);

  const options = found?.operations ?? [];
  // Until the response arrives, Enter submits the form instead.
  const keys = useOptionKeys(isCurrent ? options.length : 0);
  const search = (text: string) => {
    setQuery(text);
    keys.setCurrent(0);
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
          {...keys.field}
          ref={field}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={opened}
          placeholder={words.placeholder}
          className="ps-9"
          aria-label={words.label}
          aria-keyshortcuts="/"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => search(target.value)}
          onKeyDown={(event) => {
            keys.onKeyDown(event);
            if (event.key === "Escape" && query !== "") {
              event.preventDefault();
              search("");
            }
          }}
        />
      </form>
      {found ? (
        <div className="absolute start-0 top-full z-10 mt-1 w-full rounded-lg border border-line bg-surface shadow-overlay lg:w-[34rem]">
          {options.length > 0 ? (
            <div
              id={keys.listId}
              role="listbox"
              aria-label={words.label}
              className="max-h-[60dvh] overflow-y-auto p-2"
            >
              {options.map(({ id, method, path, summary, fieldNames }, position) => (
                <a
                  key={id}
                  {...keys.optionAt(position)}
                  href={docsAddress(choice, id)}
                  lang="en"
                  className="block rounded px-2 py-1.5 aria-selected:bg-brass-soft aria-selected:outline aria-selected:outline-brass"
                >
                  <span className="block font-medium">{summary}</span>
                  <code className="block font-mono text-muted text-sm">
                    <Route method={method} path={path} />
                  </code>
                  {fieldNames.length > 0 ? (
                    <code className="block truncate font-mono text-sm">
                      {fieldNames.join(", ")}
                    </code>
                  ) : null}
                </a>
              ))}
            </div>
          ) : null}
          <p
            role="status"
            className="px-4 py-2 text-muted text-sm not-first:border-line not-first:border-t"
          >
            {words.found} {found.total}{" "}
            {found.total > options.length ? (
              <a href={docsAddress(choice, "", { q: query })} className="inline-link">
                {words.all}
              </a>
            ) : null}
          </p>
        </div>
      ) : null}
      {found === null && isCurrent ? (
        <p role="alert" className="mt-1 text-danger text-sm">
          {words.failed}
        </p>
      ) : null}
    </search>
  );
}

/** The closest of the operations that a search finds. */
export interface FoundOperations {
  total: number;
  operations: readonly FoundOperation[];
}

/** What the server finds for a query. Until its response arrives, what it found before stays. */
function useFound(query: string) {
  const [answer, setAnswer] = useState<{ query: string; found: FoundOperations | null }>();
  useEffect(() => {
    if (query.trim() === "") return;
    const controller = new AbortController();
    const { signal } = controller;
    fetch(`/docs/search.json?${new URLSearchParams({ q: query })}`, { signal })
      .then((response) => (response.ok ? response.json() : null))
      .catch(() => null)
      .then((found) => signal.aborted || setAnswer({ query, found }));
    return () => controller.abort();
  }, [query]);
  const found = query === "" || !answer ? undefined : answer.found;
  return { found, isCurrent: answer?.query === query };
}

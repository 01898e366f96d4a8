import { useEffect, useRef } from "react";
import { type Choice, docsAddress } from "./docs-address";
import type { FoundOperation } from "./find-operations";
import { MethodBadge } from "./method-badge";
import type { SearchWords } from "./operation-search";

interface OperationOptionsProps {
  id: string;
  options: readonly FoundOperation[];
  /** Position of the option that Enter opens. */
  current: number;
  /** How many operations match in all. */
  count: number;
  choice: Choice;
  words: SearchWords;
  /** Where all of them are. */
  allHref: string;
}

/** The operations that match what is being typed. Focus stays in the field; the current one is marked. */
export function OperationOptions(props: OperationOptionsProps) {
  const { id, options, current, count, choice, words, allHref } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <div className="absolute start-0 top-full z-10 mt-1 w-full rounded-lg border border-line bg-surface shadow-overlay lg:w-[34rem]">
      {options.length > 0 ? (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={words.label}
          className="max-h-[60dvh] overflow-y-auto p-2"
        >
          {options.map(({ id: operationId, method, path, summary, fieldNames }, position) => (
            <a
              key={operationId}
              id={optionId(id, position)}
              role="option"
              aria-selected={position === current}
              tabIndex={-1}
              href={docsAddress(choice, operationId)}
              lang="en"
              className="block rounded px-2 py-1.5 aria-selected:bg-brass-soft aria-selected:outline aria-selected:outline-brass"
            >
              <span className="block font-medium">{summary}</span>
              <span className="flex items-baseline gap-2 text-muted text-sm">
                <MethodBadge method={method} />
                <code className="wrap-anywhere min-w-0 font-mono">{path}</code>
              </span>
              {fieldNames.length > 0 ? (
                <code className="block truncate font-mono text-sm">{fieldNames.join(", ")}</code>
              ) : null}
            </a>
          ))}
        </div>
      ) : null}
      <p
        role="status"
        className="px-4 py-2 text-muted text-sm not-first:border-line not-first:border-t"
      >
        {words.found} {count}{" "}
        {count > options.length ? (
          <a href={allHref} className="inline-link">
            {words.all}
          </a>
        ) : null}
      </p>
    </div>
  );
}

/** The id of an option's element in a list. */
export function optionId(listId: string, position: number): string {
  return `${listId}-${position}`;
}

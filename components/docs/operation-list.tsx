"use client";

import { type Choice, docsAddress } from "./docs-address";
import { Markup } from "./markup";
import { MethodBadge } from "./method-badge";
import type { ListedOperation } from "./search-index";

/** An operation of a list, and what the list says about it besides its name. */
export interface ListedItem extends ListedOperation {
  /** In English. */
  description?: string;
}

/**
 * Operations, as links to their pages. A client component for the same reason as `FieldTree`: the contents have more
 * than a hundred. Links to the reference when it was one page ended in `#<operation id>`.
 */
export function OperationList(props: { items: readonly ListedItem[]; choice: Choice }) {
  return (
    <ul className="operation-list" lang="en">
      {props.items.map(({ id, method, path, summary, description }) => (
        <li key={id} id={id}>
          <a href={docsAddress(props.choice, id)}>{summary}</a>
          <code>
            <MethodBadge method={method} /> {path}
          </code>
          {description ? <Markup text={description} /> : null}
        </li>
      ))}
    </ul>
  );
}

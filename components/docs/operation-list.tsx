"use client";

import { type Choice, docsAddress } from "./docs-address";
import type { ListedOperation } from "./find-operations";
import { Markup } from "./markup";
import type { HttpMethod } from "./reference";

/** An operation of a list, and what the list says about it besides its name. */
export interface ListedItem extends ListedOperation {
  /** In English. */
  description?: string;
}

/**
 * Operations, as links to their pages. A client component for the same reason as `FieldTree`: the contents have more
 * than a hundred.
 */
export function OperationList(props: { items: readonly ListedItem[]; choice: Choice }) {
  return (
    <ul className="operation-list" lang="en">
      {props.items.map(({ id, method, path, summary, description }) => (
        <li key={id}>
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

/** The HTTP method of an operation. Its look is `[data-method]`, because lists repeat it for each operation. */
export function MethodBadge({ method }: { method: HttpMethod }) {
  return <b data-method={method}>{method.toUpperCase()}</b>;
}

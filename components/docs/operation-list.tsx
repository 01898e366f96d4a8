"use client";

import { type Choice, docsAddress } from "./docs-address";
import type { ListedOperation } from "./find-operations";
import { Markup } from "./markup";

/** Operations, as links to their pages. A client component for the same reason as `FieldTree`. */
export function OperationList(props: {
  /** Descriptions are in English. */
  items: readonly (ListedOperation & { description: string })[];
  choice: Choice;
}) {
  return (
    <ul className="operation-list" lang="en">
      {props.items.map(({ id, method, path, summary, description }) => (
        <li key={id}>
          <a href={docsAddress(props.choice, id)}>{summary}</a>
          <code>
            <Route method={method} path={path} />
          </code>
          {description ? <Markup text={description} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** Method and path of an operation; a long path breaks before a slash. Their look is that of their `code`. */
export function Route({ method, path }: Pick<ListedOperation, "method" | "path">) {
  return (
    <>
      <b data-method={method}>{method.toUpperCase()}</b>{" "}
      {path.split(/(?=\/)/).map((part) => [<wbr key={part} />, part])}
    </>
  );
}

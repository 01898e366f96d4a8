"use client";

import { Markup } from "./markup";

/** A field or parameter in words. */
export interface FieldNode {
  /** Its anchor. */
  id: string;
  name: string;
  type: string;
  /** The word for it, if it is. */
  required?: string;
  /** In English. */
  description?: string;
  /** Bounds, allowed values and default. */
  constraints?: string;
  /** The fields inside it; several lists if it is one of several objects. */
  children?: readonly FieldList[];
}

export interface FieldList {
  /** Before each of several lists: "Either", "Or". */
  label?: string;
  fields: readonly FieldNode[];
}

/**
 * Fields, each with the fields inside it. A client component although nothing happens in it: a page contains its
 * data in place of its elements, and is half as large. Its look is `.field-tree` for the same reason.
 */
export function FieldTree({ lists }: { lists: readonly FieldList[] }) {
  return lists.map(({ label, fields }) => {
    const list = (
      <ul key={fields[0]?.id} className="field-tree">
        {fields.map(({ id, name, type, required, description, constraints, children }) => (
          <li key={id} id={id}>
            <a href={`#${id}`}>{name}</a> <small>{type}</small>
            {required ? <em> {required}</em> : null}
            {description ? <Markup text={description} /> : null}
            {constraints ? <small> {constraints}</small> : null}
            {children ? <FieldTree lists={children} /> : null}
          </li>
        ))}
      </ul>
    );
    if (label === undefined) return list;
    return (
      <div key={label + fields[0]?.id} className="grid gap-1">
        <p className="text-muted text-sm">{label}</p>
        {list}
      </div>
    );
  });
}

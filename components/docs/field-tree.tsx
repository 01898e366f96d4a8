"use client";

import { Fragment } from "react";
import { Markup } from "./markup";

/** A field or parameter in words; those that do not apply are empty. */
export interface FieldNode {
  /** Its anchor. */
  id: string;
  name: string;
  type: string;
  required: string;
  /** In English. */
  description: string;
  /** Bounds, allowed values and default. */
  constraints: string;
  /** The fields inside it; several lists if it is one of several objects. */
  children: readonly FieldList[];
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
  return lists.map(({ label, fields }) => (
    <Fragment key={fields[0]?.id}>
      {label ? <p className="text-muted text-sm">{label}</p> : null}
      <ul className="field-tree">
        {fields.map(({ id, name, type, required, description, constraints, children }) => (
          <li key={id} id={id}>
            <a href={`#${id}`}>{name}</a> <small>{type}</small>
            {required ? <em> {required}</em> : null}
            {description ? <Markup text={description} /> : null}
            {constraints ? <small> {constraints}</small> : null}
            {children.length > 0 ? <FieldTree lists={children} /> : null}
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

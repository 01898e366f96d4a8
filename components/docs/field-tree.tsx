"use client";

import { Markup } from "./markup";

/** A field or parameter in words. */
export interface FieldNode {
  /** Its anchor. */
  id: string;
  name: string;
  type: string;
  required?: boolean;
  /** In English. */
  description?: string;
  /** Bounds, allowed values and default. */
  constraints?: string;
  /** The fields inside it; several lists if it is one of several objects. */
  children?: readonly (readonly FieldNode[])[];
}

/** The words between and beside fields. */
export interface FieldWords {
  required: string;
  /** Before each of several lists: "Either", "Or". */
  choices: readonly [first: string, next: string];
}

export interface FieldTreeProps {
  lists: readonly (readonly FieldNode[])[];
  words: FieldWords;
}

/**
 * Fields, each with the fields inside it. A client component although nothing happens in it: a page contains its
 * data in place of its elements, and is half as large. Its look is `.field-tree` for the same reason.
 */
export function FieldTree({ lists, words }: FieldTreeProps) {
  const [only] = lists;
  if (only && lists.length === 1) return <Fields fields={only} words={words} />;
  return lists.map((fields, index) => (
    <div key={fields[0]?.id} className="grid gap-1">
      <p className="text-muted text-sm">{words.choices[index === 0 ? 0 : 1]}</p>
      <Fields fields={fields} words={words} />
    </div>
  ));
}

function Fields({ fields, words }: { fields: readonly FieldNode[]; words: FieldWords }) {
  return (
    <ul className="field-tree">
      {fields.map(({ id, name, type, required, description, constraints, children }) => (
        <li key={id} id={id}>
          <a href={`#${id}`}>{name}</a> <small>{type}</small>
          {required ? <em> {words.required}</em> : null}
          {description ? <Markup text={description} /> : null}
          {constraints ? <small> {constraints}</small> : null}
          {children ? <FieldTree lists={children} words={words} /> : null}
        </li>
      ))}
    </ul>
  );
}

import { expect } from "vitest";
import { shortName } from "@/lib/clients/field-values";
import { english } from "@/lib/core/i18n/messages";

type Entry = { action: string; before: unknown; after: unknown };

/** Expects words for the action of each audit entry and for each field; German has the same by its type. */
export function expectAuditWords(entries: readonly Entry[]): void {
  const { actions, fields } = english.audit;
  const names = entries.flatMap(({ before, after }) => [...fieldsOf(before), ...fieldsOf(after)]);
  const keys = (list: readonly string[]) => list.map((name) => name.replaceAll(".", "_"));
  expect(Object.keys(actions)).toEqual(
    expect.arrayContaining(keys(entries.map(({ action }) => action))),
  );
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(keys(names.map(spokenName))));
}

/** The name of a field without what pages say around it. */
function spokenName(path: string): string {
  return shortName(path.replace(/^translations\.\w+\./, ""));
}

/** The paths of all values. */
function fieldsOf(values: unknown, prefix = ""): string[] {
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    return prefix === "" ? [] : [prefix];
  }
  return Object.entries(values).flatMap(([name, value]) =>
    fieldsOf(value, prefix === "" ? name : `${prefix}.${name}`),
  );
}

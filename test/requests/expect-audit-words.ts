import { expect } from "vitest";
import { shortName } from "@/lib/clients/field-values";
import { english } from "@/lib/core/i18n/messages";

/** Expects words for the action of each audit entry and for each field; German has the same by its type. */
export function expectAuditWords(
  entries: readonly Record<"action" | "before" | "after", unknown>[],
): void {
  const { actions, fields } = english.audit;
  const keys = (list: readonly string[]) => list.map((name) => name.replaceAll(".", "_"));
  const names = entries.flatMap(({ before, after }) => [...fieldsOf(before), ...fieldsOf(after)]);
  expect(Object.keys(actions)).toEqual(
    expect.arrayContaining(keys(entries.map(({ action }) => String(action)))),
  );
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(keys(names.map(shortName))));
}

/** The paths of all values; of a translation, without its language. */
function fieldsOf(values: unknown, path = ""): string[] {
  const isObject = typeof values === "object" && values !== null && !Array.isArray(values);
  if (!isObject) return path === "" ? [] : [path.replace(/^translations\.\w+\./, "")];
  return Object.entries(values).flatMap(([name, value]) =>
    fieldsOf(value, (path && `${path}.${name}`) || name),
  );
}

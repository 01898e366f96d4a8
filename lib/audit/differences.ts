import type { JsonObject } from "@/lib/core/json";

/** The fields of an audit entry that differ, before and after; those missing on one side are null there. */
export function differences(
  before: JsonObject,
  after: JsonObject,
): { before: JsonObject; after: JsonObject } {
  const changedNames = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (fields: JsonObject) =>
    Object.fromEntries(changedNames.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

import { expect, it } from "vitest";
import type { z } from "zod";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { nameFormSchema } from "@/lib/identity/account/schemas";
import type { Operation } from "@/lib/operation/operation";
import { recordTypes } from "@/lib/platform/import/record-types";
import { exampleOf } from "@/test/requests/example-of";

const operations: readonly Operation[] = [...managementOperations, ...platformOperations];
const TEXT = /(?:^|_)(?:name|title|sentence|group|tags|description|reason|note)$/;
const BLANK = "\u2800\u115f\u034f";

/** Paths of the texts in a body that people read. The name of a scope is an id. */
function textsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === "string") return path.some((key) => TEXT.test(key)) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, [...path, key]));
}

function withBlank(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return BLANK;
  if (Array.isArray(value)) return value.map((part, at) => (at === Number(key) ? BLANK : part));
  return { ...Object(value), [key]: withBlank(Object(value)[key], rest) };
}

const bodies: [name: string, schema: z.ZodType][] = [
  ...operations.flatMap(({ id, body }): [string, z.ZodType][] => (body ? [[id, body]] : [])),
  ...[...recordTypes].map(([name, { schema }]): [string, z.ZodType] => [
    `a ${name} record`,
    schema,
  ]),
];
const cases = bodies.flatMap(([name, schema]) => {
  const example = exampleOf(schema);
  return textsIn(example)
    .filter((path) => name !== "a scope record" || path.join() !== "name")
    .map((path) => ({ name, path, schema, example }));
});

it.each(cases)("security 131: $name rejects a $path that shows nothing", (each) => {
  const { schema, example, path } = each;
  const issues = schema.safeParse(withBlank(example, path)).error?.issues ?? [];
  expect(issues.filter((issue) => issue.path.join() === path.join())).toMatchObject([
    { message: "must contain a visible character" },
  ]);
});

it("security 131: the profile rejects a name that shows nothing", () => {
  const form = { first_name: BLANK, last_name: BLANK };
  expect(nameFormSchema.safeParse(form).error?.issues.map(({ path }) => path.join())).toEqual([
    "first_name",
    "last_name",
  ]);
});

it("finds the texts of all kinds of objects", () => {
  expect(cases.length).toBeGreaterThan(35);
});

import type { z } from "zod";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** Describes an invalid value in place of zod's messages about types. The field is the subject: "must be a list". */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is required"
        : `must be ${TYPES[issue.expected] ?? "another kind of value"}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "too_small":
      return `must ${boundOf(issue, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${boundOf(issue, "at most", issue.maximum)}`;
    case "invalid_union":
      return issue.discriminator ? "is of an unknown kind" : "has an unknown format";
    case "invalid_format":
      return "is malformed";
    default:
      return "is not valid";
  }
}

function boundOf({ origin }: { origin: string }, word: string, bound: number | bigint): string {
  if (origin === "string") return `have ${word} ${bound} character${bound === 1 ? "" : "s"}`;
  if (origin === "array" || origin === "set") return `have ${word} ${bound} entries`;
  return `be ${word} ${bound}`;
}

import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC, with milliseconds. */
export function moment(description: string) {
  return z.iso.datetime().meta({
    description,
    example: "2026-11-21T09:30:00.000Z",
    // "date-time" says it; the pattern behind it is 300 characters long.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
    },
  });
}

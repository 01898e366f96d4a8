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

const momentMessage = "must be a moment like 2026-11-21T09:30:00Z";

// PostgreSQL knows neither a year 0 nor zones beyond these.
const BEYOND_POSTGRESQL = /^0000|[+-](?:1[6-9]|2\d):\d\d$/;

/** A moment in a query: ISO 8601 with a zone. */
export const momentInput = z.iso
  .datetime({ offset: true, error: momentMessage })
  .refine((text) => !BEYOND_POSTGRESQL.test(text), momentMessage);

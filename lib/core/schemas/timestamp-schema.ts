import { z } from "zod";

/** A timestamp on the wire: ISO 8601 in UTC, with milliseconds. */
export function timestamp(description: string) {
  return z.iso.datetime().meta({ description, example: "2026-11-21T09:30:00.000Z" });
}

const timestampMessage = "must be a timestamp like 2026-11-21T09:30:00Z";

// PostgreSQL rejects the year 0 and UTC offsets of 16 hours or more.
const OUT_OF_RANGE = /^0000|[+-](?:1[6-9]|2\d):\d\d$/;

/** A timestamp in a query: ISO 8601 with a zone. */
export const timestampInput = z.iso
  .datetime({ offset: true, error: timestampMessage })
  .refine((text) => !OUT_OF_RANGE.test(text), timestampMessage);

import { z } from "zod";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorQuery } from "@/lib/core/schemas/page-schemas";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { filters } from "@/lib/requests/log/filters";
import {
  DEFAULT_FIGURE_WINDOW,
  DEFAULT_WINDOW_DAYS,
  figureWindowNames,
  requestExportFormats,
} from "@/lib/requests/log/values";

// TypeScript does not follow names through Object.entries.
const matching = Object.fromEntries(
  Object.entries(filters).map(([name, { query }]) => [name, query]),
) as { -readonly [Name in keyof typeof filters]: (typeof filters)[Name]["query"] };

const time = {
  from: timestampInput.optional().meta({
    description: `Only requests at or after this time. Without it, the list begins ${DEFAULT_WINDOW_DAYS} days before its end.`,
  }),
  to: timestampInput.optional().meta({
    description: "Only requests before this time. Without it, the list ends now.",
  }),
};

export const listRequestsQuerySchema = z.object({ ...cursorQuery, ...matching, ...time });

export const exportRequestsQuerySchema = z.object({
  ...matching,
  ...time,
  format: z
    .enum(requestExportFormats, `must be ${requestExportFormats.join(" or ")}`)
    .default("ndjson")
    .meta({
      description: "`ndjson` has one JSON object per line; `csv` is for spreadsheets.",
      example: "ndjson",
    }),
});

export const liveRequestsQuerySchema = z.object(matching);

export const figureWindowSchema = z
  .enum(figureWindowNames)
  .default(DEFAULT_FIGURE_WINDOW)
  .meta({ description: "The period, which ends now.", example: "7d" });

export const requestFiguresQuerySchema = z.object({
  window: figureWindowSchema,
  client_id: clientIdSchema.optional().meta({ description: "Only requests of this client." }),
});

export type RequestFilter = Partial<Omit<z.output<typeof exportRequestsQuerySchema>, "format">>;

export type ListRequestsQuery = z.output<typeof listRequestsQuerySchema>;

import { z } from "zod";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { flag } from "@/lib/core/http/query-values";
import { clientIdSchema, companyIdInPath } from "@/lib/core/schemas/id-schema";
import { cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import { requestKinds } from "@/lib/protocol/events/values";
import { DEFAULT_WINDOW_DAYS } from "@/lib/requests/calls/values";
import {
  DEFAULT_FIGURE_WINDOW,
  figureWindows,
  requestExportFormats,
} from "@/lib/requests/log/values";

const matching = {
  q: searchQuery("request id, path, code, or the name or id of the client or company"),
  denied: flag("true: only denied requests. false: only others.").optional(),
  kind: z
    .enum(requestKinds, `must be one of ${requestKinds.join(", ")}`)
    .optional()
    .meta({ description: "Only requests of this kind.", example: "token" }),
  check: z
    .enum(checkNames, "must be the name of a check")
    .optional()
    .meta({ description: "Only denials by this check.", example: "client_secret" }),
  client_id: clientIdSchema.optional().meta({ description: "Only requests of this client." }),
  company_id: companyIdInPath
    .optional()
    .meta({ description: "Only requests about this company.", example: "42" }),
};

const time = {
  from: timestampInput.optional().meta({
    description: `Only requests at or after this time. Without it, the list begins ${DEFAULT_WINDOW_DAYS} days before its end.`,
  }),
  to: timestampInput.optional().meta({
    description: "Only requests before this time. Without it, the list ends now.",
  }),
};

/** Query of a list of requests. */
export const listRequestsQuerySchema = z.object({ ...cursorQuery, ...matching, ...time });

/** Query of an export of requests. */
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

/** Query of live requests. */
export const liveRequestsQuerySchema = z.object(matching);

/** Query of the figures. */
export const requestFiguresQuerySchema = z.object({
  window: z
    .enum(Object.keys(figureWindows) as (keyof typeof figureWindows)[])
    .default(DEFAULT_FIGURE_WINDOW)
    .meta({ description: "The period, which ends now.", example: "7d" }),
  client_id: clientIdSchema.optional().meta({ description: "Only requests of this client." }),
});

/** What requests must match, parsed. */
export type RequestFilter = Partial<Omit<z.output<typeof exportRequestsQuerySchema>, "format">>;

/** Query of a list of requests, parsed. */
export type ListRequestsQuery = z.output<typeof listRequestsQuerySchema>;

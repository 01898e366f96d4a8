import { z } from "zod";
import { flag } from "@/lib/core/http/query-values";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";
import {
  callExportFormats,
  callerKinds,
  DEFAULT_WINDOW_DAYS,
  statusClasses,
} from "@/lib/requests/calls/values";

const CALLER = new RegExp(`^(?:${callerKinds.join("|")})(?::[!-~]{1,255})?$`);

const matching = {
  method: z
    .string()
    .regex(/^[A-Z]{1,20}$/, "must be an HTTP method in upper case")
    .optional()
    .meta({ description: "Only calls with this method.", example: "GET" }),
  path: plainLine(1, 500).optional().meta({
    description: "Only calls of exactly this path template.",
    example: "/service/application/catalog/v1.0/products/",
  }),
  status: z
    .enum(statusClasses, `must be one of ${statusClasses.join(", ")}`)
    .optional()
    .meta({ description: "Only calls with a status of this class.", example: "5xx" }),
  denied: flag("true: only denied calls. false: only allowed ones.").optional(),
  caller: z
    .string()
    .regex(CALLER, "must be system_user or seller, or one of them with a colon and an id")
    .optional()
    .meta({
      description:
        "Only calls by this kind of caller, `system_user` or `seller`, or by one of them: the kind, a colon and the id.",
      example: "seller",
    }),
  request_id: plainLine(1, 64).optional().meta({
    description: "Only the call with this request id.",
    example: "6740f1c2a9d34e0b7c51f300",
  }),
};

const window = {
  from: timestampInput.optional().meta({
    description: `Only calls at or after this time. Without it, the list begins ${DEFAULT_WINDOW_DAYS} days before its end.`,
  }),
  to: timestampInput.optional().meta({
    description: "Only calls before this time. Without it, the list ends now.",
  }),
};

const ofOneClient = {
  client_id: clientIdSchema.optional().meta({ description: "Only calls of this client." }),
};

const format = z
  .enum(callExportFormats, `must be ${callExportFormats.join(" or ")}`)
  .default("ndjson")
  .meta({
    description: "`ndjson` has one JSON object per line; `csv` is for spreadsheets.",
    example: "ndjson",
  });

export const listClientCallsQuerySchema = z.object({ ...cursorQuery, ...matching, ...window });

/** Query of the calls of a company or of all clients of an organization. */
export const listCallsQuerySchema = z.object({
  ...cursorQuery,
  ...ofOneClient,
  ...matching,
  ...window,
});

export const exportClientCallsQuerySchema = z.object({ ...matching, ...window, format });

/** Query of the other exports. */
export const exportCallsQuerySchema = z.object({ ...ofOneClient, ...matching, ...window, format });

export const liveClientCallsQuerySchema = z.object(matching);

/** Query of the live calls of all clients of an organization. */
export const liveCallsQuerySchema = z.object({ ...ofOneClient, ...matching });

/** What calls must match, parsed. */
export type CallMatch = z.output<typeof liveCallsQuerySchema>;

/** The filter of a list or export, parsed. */
export type CallFilter = Omit<z.output<typeof exportCallsQuerySchema>, "format">;

/** Query of a list of calls, parsed. */
export type ListCallsQuery = z.output<typeof listCallsQuerySchema>;

import { z } from "zod";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { paginationQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestampInput } from "@/lib/core/schemas/timestamp-schema";

const filtersOfAnyLog = {
  target: plainLine(1, 100).optional().meta({
    description: "Only entries about exactly this target.",
    example: "secret:6740f1c2a9d34e0b7c51f1ac",
  }),
  actor: plainLine(1, 100).optional().meta({
    description: "Only entries by this actor: a kind, a colon and an id.",
    example: "user:6740f1c2a9d34e0b7c51f0aa",
  }),
  action: plainLine(1, 60).optional().meta({
    description: "Only this action.",
    example: "client.updated",
  }),
  request_id: plainLine(1, 64).optional().meta({
    description: "Only entries of the request with this id.",
    example: "6740f1c2a9d34e0b7c51f300",
  }),
  from: timestampInput.optional().meta({ description: "Only entries at or after this time." }),
  to: timestampInput.optional().meta({ description: "Only entries before this time." }),
};

const filters = {
  client_id: clientIdSchema.optional().meta({
    description: "Only entries about this client or one of its secrets.",
  }),
  ...filtersOfAnyLog,
};

const auditFilterSchema = z.object(filters);

export type AuditFilter = z.output<typeof auditFilterSchema>;

export const listAuditQuerySchema = z.object({ ...paginationQuery, ...filters });

export const exportFormats = ["json", "csv"] as const;

const format = z.enum(exportFormats, "must be json or csv").default("json").meta({
  description: "`csv` has one line per entry, for spreadsheets.",
});

export const exportAuditQuerySchema = z.object({ ...filters, format });

export const listPlatformAuditQuerySchema = z.object({ ...paginationQuery, ...filtersOfAnyLog });

export const exportPlatformAuditQuerySchema = z.object({ ...filtersOfAnyLog, format });

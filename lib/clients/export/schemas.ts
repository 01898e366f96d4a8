import { z } from "zod";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
import { clientResponseSchema } from "@/lib/clients/schemas";

export const clientExportFormats = ["json", "csv"] as const;

/** Query of the export: the filters and order of the list. */
export const exportClientsQuerySchema = listClientsQuerySchema
  .omit({ page_no: true, page_size: true, page_type: true, cursor: true })
  .extend({
    format: z.enum(clientExportFormats, "must be json or csv").default("json").meta({
      description: "`csv` has one line per client, for spreadsheets.",
    }),
  });

/** All matching clients. */
export const clientExportSchema = z
  .looseObject({
    items: z.array(clientResponseSchema).meta({ description: "The clients, in the list's order." }),
  })
  .meta({ id: "ClientExport" });

import { z } from "zod";
import { clientTypes } from "@/lib/clients/field-schemas";
import { plainLine } from "@/lib/clients/plain-text";

/** Most clients of a page. */
export const MAX_PAGE_SIZE = 100;

/** Orders of the list; a minus means descending. */
export const clientSorts = ["created_at", "-created_at", "name", "-name"] as const;

// page.current is an int32 in the document.
const MAX_PAGE_NO = 2_147_483_647;

const pageNoMessage = "must be a whole number from 1";
const pageSizeMessage = `must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

/** Query of the list. */
export const listClientsQuerySchema = z.object({
  page_no: z.coerce
    .number(pageNoMessage)
    .int(pageNoMessage)
    .min(1, pageNoMessage)
    .max(MAX_PAGE_NO, pageNoMessage)
    .default(1)
    .meta({ description: "Number of the page, from 1." }),
  page_size: z.coerce
    .number(pageSizeMessage)
    .int(pageSizeMessage)
    .min(1, pageSizeMessage)
    .max(MAX_PAGE_SIZE, pageSizeMessage)
    .default(10)
    .meta({ description: "Items per page." }),
  is_active: z
    .stringbool({ truthy: ["true"], falsy: ["false"], error: "must be true or false" })
    .optional()
    .meta({ description: "Only active, or only inactive clients.", override: { type: "boolean" } }),
  q: plainLine(0, 120)
    .optional()
    .meta({ description: "Text in the name, slug or a tag, or a client_id." }),
  tag: plainLine(1, 40).optional().meta({ description: "Only clients with this tag." }),
  client_type: z.enum(clientTypes).optional().meta({ description: "Only clients of this type." }),
  sort: z.enum(clientSorts).default("-created_at").meta({ description: "Order of the list." }),
});

/** Query of the list, parsed. */
export type ListClientsQuery = z.output<typeof listClientsQuerySchema>;

/** Query of the list before defaults. */
export type ListClientsQueryInput = {
  page_no?: number;
  page_size?: number;
  is_active?: boolean;
  q?: string;
  tag?: string;
  client_type?: ListClientsQuery["client_type"];
  sort?: ListClientsQuery["sort"];
};

/** Query of what answers one client. */
export const secretsQuerySchema = z.object({
  secrets: z.enum(["clear", "masked"]).default("clear").meta({
    description:
      "`masked` asks for masked secrets also where the caller may see them; nothing is then revealed or audited.",
  }),
});

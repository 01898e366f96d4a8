import { z } from "zod";
import { clientTypes } from "@/lib/clients/field-schemas";
import { plainLine } from "@/lib/clients/plain-text";
import { pageQuery } from "@/lib/http/page-schemas";

/** Orders of the list; a minus means descending. */
export const clientSorts = ["created_at", "-created_at", "name", "-name"] as const;

/** Query of the list. */
export const listClientsQuerySchema = z.object({
  ...pageQuery,
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

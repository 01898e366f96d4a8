import { z } from "zod";
import { clientStatuses, clientTypes, RESTORE_DAYS } from "@/lib/clients/field-values";
import { flag } from "@/lib/core/http/query-values";
import { paginationQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";

/** Sort orders of the list; a minus means descending. */
export const clientSorts = ["created_at", "-created_at", "name", "-name"] as const;

export const listClientsQuerySchema = z.object({
  ...paginationQuery,
  is_active: flag("true: only active clients. false: only inactive ones.").optional(),
  status: z.enum(clientStatuses).optional().meta({
    description: "Only clients with this status. `active` leaves out drafts and suspended ones.",
  }),
  q: plainLine(0, 120).optional().meta({
    description:
      "Text in the name, slug, a tag or the host of a redirect URL; a complete client_id; or the last four characters of a live secret.",
  }),
  tag: plainLine(1, 40).optional().meta({ description: "Only clients with this tag." }),
  client_type: z.enum(clientTypes).optional().meta({ description: "Only clients of this type." }),
  never_used: flag("true: only clients whose secrets have never been used.").default(false),
  loopback_redirect: flag(
    "true: only clients with a redirect URL on 127.0.0.1, [::1] or localhost.",
  ).default(false),
  deleted: flag(
    `true: only clients that were deleted in the last ${RESTORE_DAYS} days and can still be restored.`,
  ).default(false),
  sort: z.enum(clientSorts).default("-created_at").meta({ description: "Order of the list." }),
});

/** Query of the list, parsed. */
export type ListClientsQuery = z.output<typeof listClientsQuerySchema>;

/** Query of operations that return one client. */
export const secretsQuerySchema = z.object({
  secrets: z.enum(["clear", "masked"]).default("clear").meta({
    description:
      "`masked` returns masked secrets even if the caller may see them; nothing is then revealed or recorded in the audit log.",
  }),
});

import { z } from "zod";
import {
  type CLIENT_FIELDS,
  type FieldPath,
  pathsWith,
  type ShortName,
  shortName,
} from "@/lib/clients/field-values";
import { clientStatuses, clientTypes, RESTORE_DAYS } from "@/lib/clients/values";
import { flag } from "@/lib/core/http/query-values";
import { paginationQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine } from "@/lib/core/schemas/plain-text";

type SortName = ShortName<FieldPath<{ isSortable: true }>>;

/** Sort orders of the list; a minus means descending. */
export const clientSorts = pathsWith({ isSortable: true })
  .map((path): SortName => shortName(path))
  .sort()
  .flatMap((name) => [name, `-${name}` as const]);

/** What the list takes for each field that has a filter. */
const filters = {
  is_active: flag("true: only active clients. false: only inactive ones.").optional(),
  status: z.enum(clientStatuses).optional().meta({
    description: "Only clients with this status. `active` leaves out drafts and suspended ones.",
  }),
  tag: plainLine(1, 40).optional().meta({ description: "Only clients with this tag." }),
  client_type: z.enum(clientTypes).optional().meta({ description: "Only clients of this type." }),
} satisfies {
  [Path in FieldPath<{ filter: string }> as (typeof CLIENT_FIELDS)[Path]["filter"]]: z.ZodType;
};

export const listClientsQuerySchema = z.object({
  ...paginationQuery,
  ...filters,
  q: plainLine(0, 120).optional().meta({
    description:
      "Text in the name, slug, a tag or the host of a redirect URL; a complete client_id; or the last four characters of a live secret.",
  }),
  never_used: flag("true: only clients whose secrets have never been used.").default(false),
  loopback_redirect: flag(
    "true: only clients with a redirect URL on 127.0.0.1, [::1] or localhost.",
  ).default(false),
  deleted: flag(
    `true: only clients that were deleted in the last ${RESTORE_DAYS} days and can still be restored.`,
  ).default(false),
  sort: z.enum(clientSorts).default("-created_at").meta({ description: "Order of the list." }),
});

export type ListClientsQuery = z.output<typeof listClientsQuerySchema>;

/** Query of operations that return one client. */
export const secretsQuerySchema = z.object({
  secrets: z.enum(["clear", "masked"]).default("clear").meta({
    description:
      "`masked` returns masked secrets even if the caller may see them; nothing is then revealed or recorded in the audit log.",
  }),
});

export const exportClientsQuerySchema = listClientsQuerySchema
  .omit({ page_no: true, page_size: true, page_type: true, cursor: true })
  .extend({
    format: z.enum(["json", "csv"], "must be json or csv").default("json").meta({
      description: "`csv` has one line per client, for spreadsheets.",
    }),
  });

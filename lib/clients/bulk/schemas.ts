import { z } from "zod";
import { META_SCHEMAS } from "@/lib/clients/field-schemas";
import { oneOf, textOrNull } from "@/lib/core/schemas/described";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";

/** Maximum number of clients per request. */
export const MAX_BULK_CLIENTS = 100;

const clientIdsSchema = z
  .array(clientIdSchema)
  .min(1, "must name at least one client")
  .max(MAX_BULK_CLIENTS, `must name at most ${MAX_BULK_CLIENTS} clients`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description: "The clients. Duplicates are ignored.",
    example: ["6740f1c2a9d34e0b7c51f1aa"],
  });

/** Actions on many clients at once. */
const bulkActions = ["activate", "deactivate", "add_tags", "remove_tags"] as const;

function namesTagsWhereNeeded(body: { action: string; tags?: readonly string[] | undefined }) {
  const needed = body.action === "add_tags" || body.action === "remove_tags";
  return needed === (body.tags !== undefined && body.tags.length > 0);
}

/** Request body for changing many clients. */
export const bulkActionSchema = z
  .strictObject({
    action: oneOf(bulkActions).meta({
      description: "The action to apply to each client.",
      example: "add_tags",
    }),
    client_ids: clientIdsSchema,
    tags: META_SCHEMAS.tags.optional().meta({
      description: "Tags to add or remove; only with `add_tags` and `remove_tags`.",
      example: ["shipping"],
    }),
  })
  .refine(namesTagsWhereNeeded, {
    path: ["tags"],
    message:
      "must name at least one tag with add_tags and remove_tags, and is not allowed with other actions",
  })
  .meta({ id: "BulkAction" });

export type BulkActionInput = z.input<typeof bulkActionSchema>;

const bulkItemSchema = z
  .looseObject({
    client_id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f1aa" }),
    outcome: z.enum(["changed", "unchanged", "refused"]).meta({
      description:
        "`unchanged`: the client was already in the requested state and keeps its version.",
    }),
    error: textOrNull("Error code if the change failed, otherwise null."),
    message: textOrNull("Why the change failed, otherwise null."),
  })
  .meta({ id: "BulkItem" });

/** The outcome for each client, in the order sent. */
export const bulkResultSchema = z
  .looseObject({ items: z.array(bulkItemSchema) })
  .meta({ id: "BulkResult" });

export type BulkResult = z.output<typeof bulkResultSchema>;

import { z } from "zod";
import { tagsSchema } from "@/lib/clients/field-schemas";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** Most clients that one request changes. */
export const MAX_BULK_CLIENTS = 100;

const clientIdsSchema = z
  .array(idSchema)
  .min(1, "must name at least one client")
  .max(MAX_BULK_CLIENTS, `must name at most ${MAX_BULK_CLIENTS} clients`)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description: "The clients. A repeated one counts once.",
    example: ["6740f1c2a9d34e0b7c51f1aa"],
  });

/** What can be done to many clients at once. */
export const bulkActions = ["activate", "deactivate", "add_tags", "remove_tags"] as const;

function namesTagsWhereNeeded(body: { action: string; tags?: readonly string[] | undefined }) {
  const needed = body.action === "add_tags" || body.action === "remove_tags";
  return needed === (body.tags !== undefined && body.tags.length > 0);
}

/** Body of a change of many clients. */
export const bulkActionSchema = z
  .strictObject({
    action: z
      .enum(bulkActions, `must be one of ${bulkActions.join(", ")}`)
      .meta({ description: "What to do to each.", example: "add_tags" }),
    client_ids: clientIdsSchema,
    tags: tagsSchema.optional().meta({
      description: "Tags to add or remove; only with `add_tags` and `remove_tags`.",
      example: ["shipping"],
    }),
  })
  .refine(namesTagsWhereNeeded, {
    path: ["tags"],
    message: "must name at least one tag with add_tags and remove_tags, and is for nothing else",
  })
  .meta({ id: "BulkAction" });

/** Body of a change of many clients, before it is parsed. */
export type BulkActionInput = z.input<typeof bulkActionSchema>;

/** What became of one client. */
const bulkItemSchema = z
  .looseObject({
    client_id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f1aa" }),
    outcome: z.enum(["changed", "unchanged", "refused"]).meta({
      description: "`unchanged`: it was already as asked, and its version stays.",
    }),
    error: z.string().nullable().meta({ description: "Error code of a refusal, else null." }),
    message: z.string().nullable().meta({ description: "Why it was refused, else null." }),
  })
  .meta({ id: "BulkItem" });

/** What became of each client, in the order sent. */
export const bulkResultSchema = z
  .looseObject({ items: z.array(bulkItemSchema) })
  .meta({ id: "BulkResult" });

/** The answer to a change of many clients. */
export type BulkResult = z.output<typeof bulkResultSchema>;

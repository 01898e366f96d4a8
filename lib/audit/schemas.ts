import { z } from "zod";
import { pageSchema } from "@/lib/kernel/schemas/page-schemas";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

const values = (description: string) =>
  z.record(z.string(), z.unknown()).nullable().meta({ description });

const sha256Hex = (description: string) =>
  z.string().meta({
    description,
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  });

const auditActorSchema = z
  .looseObject({
    type: z.string().meta({
      description: "`user`, `client`, or `anonymous` for a sign-in that failed.",
      example: "user",
    }),
    id: z.string().meta({ description: "Its id.", example: "6740f1c2a9d34e0b7c51f0aa" }),
    name: z.string().nullable().meta({ description: "Its name of today; null if it is gone." }),
    email: z.string().nullable().meta({ description: "A person's e-mail address of today." }),
  })
  .meta({ id: "AuditActor", description: "Who did it." });

/** One entry of an organization's audit log. */
export const auditEntrySchema = z
  .looseObject({
    id: z.string().meta({ description: "Id of the entry; ids rise.", example: "4711" }),
    actor: auditActorSchema,
    action: z.string().meta({ description: "What was done.", example: "client.updated" }),
    target: z.string().meta({
      description: "What it was done to: a kind, a colon, an id.",
      example: "client:6740f1c2a9d34e0b7c51f1ab",
    }),
    target_name: z.string().nullable().meta({
      description: "Name of the target today; null if it has none.",
      example: "Shipfast",
    }),
    before: values("What changed, as it was before; null when there was nothing."),
    after: values("What changed, as it was after; null when nothing is left."),
    ip_address: z.string().nullable().meta({ description: "Where the request came from." }),
    request_id: z.string().meta({
      description: "The request that did it.",
      example: "6740f1c2a9d34e0b7c51f300",
    }),
    created_at: timestamp("When it was done."),
    previous_hash: sha256Hex(
      "`hash` of the organization's entry before; null on its first.",
    ).nullable(),
    hash: sha256Hex("SHA-256 over this entry and `previous_hash`, in hex."),
  })
  .meta({ id: "AuditEntry" });

/** One entry as the API answers it. */
export type AuditEntry = z.output<typeof auditEntrySchema>;

/** A page of the audit log. */
export const auditListSchema = z
  .looseObject({
    items: z.array(auditEntrySchema).meta({ description: "Entries of the page, newest first." }),
    page: pageSchema,
  })
  .meta({ id: "AuditList" });

/** The whole of what a filter lets through. */
export const auditExportSchema = z
  .looseObject({
    items: z.array(auditEntrySchema).meta({ description: "All entries that match, newest first." }),
  })
  .meta({ id: "AuditExport" });

/** Ways in which a chain of entries can be broken. */
export const breakKinds = ["changed", "unlinked", "end_missing", "end_changed"] as const;

/** What walking an organization's chain of entries found. */
export const auditVerdictSchema = z
  .looseObject({
    organization_id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f001" }),
    intact: z.boolean().meta({ description: "Whether every entry is as it was written." }),
    entries: z.int().meta({ description: "Entries that were found to be as they were written." }),
    hash: sha256Hex(
      "`hash` of the last of these. Kept elsewhere, it proves later that nothing before it was rewritten.",
    ).nullable(),
    broken: z
      .looseObject({
        kind: z.enum(breakKinds).meta({
          description:
            "`changed`: the entry does not fit its hash. `unlinked`: it does not follow the entry before. `end_missing`: entries after it are gone. `end_changed`: it is not the end that was recorded.",
        }),
        message: z.string().meta({
          description: "The same for people.",
          example: "The entry does not fit its hash: it was changed after it was written.",
        }),
        entry: z
          .looseObject({
            id: z.string().meta({ example: "4711" }),
            actor: z.string().meta({ example: "user:6740f1c2a9d34e0b7c51f0aa" }),
            action: z.string().meta({ example: "client.updated" }),
            created_at: timestamp(
              "When it was done, as it says now; null if that is no moment.",
            ).nullable(),
          })
          .nullable()
          .meta({ description: "The first entry at fault; null when none is left." }),
      })
      .nullable()
      .meta({ description: "Where the chain breaks first; null if it is intact.", example: null }),
  })
  .meta({ id: "AuditVerdict" });

/** A verdict as the API answers it. */
export type AuditVerdict = z.output<typeof auditVerdictSchema>;

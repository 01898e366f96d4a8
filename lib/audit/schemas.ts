import { z } from "zod";
import { bool, integer, text, textOrNull } from "@/lib/core/schemas/described";
import { walkPageSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

const values = (description: string) =>
  z.record(z.string(), z.unknown()).nullable().meta({ description });

const sha256Hex = (description: string) =>
  text(description, "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");

const auditActorSchema = z
  .looseObject({
    type: text(
      "`user`, `client`, `operator`, `service_key`, or `anonymous` for a failed sign-in.",
      "user",
    ),
    id: text("Its id.", "6740f1c2a9d34e0b7c51f0aa"),
    name: textOrNull(
      "Its current name; null if it no longer exists, `erased` if the person was erased.",
    ),
    email: textOrNull("A person's current email address."),
  })
  .meta({ id: "AuditActor", description: "Who did it." });

/** One entry of an organization's audit log. */
export const auditEntrySchema = z
  .looseObject({
    id: text("Id of the entry; ids increase.", "4711"),
    actor: auditActorSchema,
    action: text("What was done.", "client.updated"),
    target: text("The target: a kind, a colon and an id.", "client:6740f1c2a9d34e0b7c51f1ab"),
    target_name: textOrNull("Current name of the target; null if it has none.", "Shipfast"),
    before: values(
      "The changed values before; null if there were none. Erased personal values are `erased`.",
    ),
    after: values("The changed values after; null if nothing remains."),
    ip_address: textOrNull("Where the request came from; `erased` after the person was erased."),
    request_id: text("The id of the request.", "6740f1c2a9d34e0b7c51f300"),
    created_at: timestamp("When it happened."),
    previous_hash: sha256Hex(
      "`hash` of the previous entry. Null for the first, unless it continues a migrated log.",
    ).nullable(),
    hash: sha256Hex("SHA-256 over this entry and `previous_hash`, in hex."),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntry = z.output<typeof auditEntrySchema>;

export const auditListSchema = z
  .looseObject({
    items: z
      .array(auditEntrySchema)
      .meta({ description: "The entries on this page, newest first." }),
    page: walkPageSchema,
  })
  .meta({ id: "AuditList" });

/** All entries that match a filter. */
export const auditExportSchema = z
  .looseObject({
    items: z.array(auditEntrySchema).meta({ description: "All matching entries, newest first." }),
  })
  .meta({ id: "AuditExport" });

/** Ways in which a chain of entries can be broken. */
const breakKinds = ["changed", "unlinked", "end_missing", "end_changed"] as const;

const chainVerdict = {
  intact: bool("Whether all entries are unchanged."),
  entries: integer("Number of entries verified as unchanged."),
  erased: integer(
    "Number of personal values in these entries that were erased. The chain keeps their digests.",
    0,
  ),
  hash: sha256Hex(
    "`hash` of the last of these. If you store it elsewhere, it can later prove that no earlier entry was rewritten.",
  ).nullable(),
  broken: z
    .looseObject({
      kind: z.enum(breakKinds).meta({
        description:
          "`changed`: the entry does not match its hash. `unlinked`: it does not follow the previous entry. `end_missing`: later entries are missing. `end_changed`: it is not the recorded end of the log.",
      }),
      message: text(
        "A human-readable explanation.",
        "The entry does not match its hash: it was changed after it was written.",
      ),
      entry: z
        .looseObject({
          id: z.string().meta({ example: "4711" }),
          actor: z.string().meta({ example: "user:6740f1c2a9d34e0b7c51f0aa" }),
          action: z.string().meta({ example: "client.updated" }),
          created_at: timestamp(
            "The timestamp the entry has now; null if it is invalid.",
          ).nullable(),
        })
        .nullable()
        .meta({ description: "The first broken entry; null if none remains." }),
    })
    .nullable()
    .meta({ description: "Where the chain breaks first; null if it is intact.", example: null }),
};

/** The result of verifying an organization's chain of entries. */
export const auditVerdictSchema = z
  .looseObject({
    organization_id: z.string().meta({ example: "6740f1c2a9d34e0b7c51f001" }),
    ...chainVerdict,
  })
  .meta({ id: "AuditVerdict" });

/** The result of verifying the platform's chain of entries. */
export const chainVerdictSchema = z.looseObject(chainVerdict).meta({ id: "PlatformAuditVerdict" });

export type AuditVerdict = z.output<typeof auditVerdictSchema>;

export type ChainVerdict = z.output<typeof chainVerdictSchema>;

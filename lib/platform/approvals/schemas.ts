import { z } from "zod";
import { oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { cursorQuery } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { reasonSchema } from "@/lib/platform/clients/schemas";

const statuses = ["open", "approved", "rejected"] as const;

const statusSchema = oneOf(statuses).meta({
  description: "`open` until an operator decides.",
  example: "open",
});

export const scopeApprovalFieldsSchema = z
  .strictObject({
    approved: z.boolean().nullable().meta({
      description:
        "true lets the extension's publisher add the scope to it. false denies it, and takes the scope away from an extension that has it: its tokens lose the scope at once. null leaves an open request open.",
      example: true,
    }),
    reason: reasonSchema.nullable().optional().meta({
      description: "For the publisher, who reads it on the client's page and in `scope_reviews`.",
      example: "Printing labels needs no legal documents.",
    }),
  })
  .meta({ id: "PutDirectoryScopeApproval" });

/** An extension's request for a restricted scope, and the decision. */
export const scopeApprovalSchema = z
  .looseObject({
    client_id: text("The extension.", "6740f1c2a9d34e0b7c51f1aa"),
    client_name: text("Its name.", "Shipfast"),
    organization_id: text("Its publisher.", "shipfast-labs"),
    organization_name: text("Name of the publisher.", "Shipfast Labs"),
    scope: text("The scope.", "company/legal/write"),
    status: statusSchema,
    approved: z.boolean().nullable().meta({
      description: "The decision; null while it is open.",
      example: null,
    }),
    requested_by: text(
      "`user:<id>` or `client:<id>`; without a request, who decided.",
      "user:6740f1c2a9d34e0b7c51f201",
    ),
    requested_at: timestamp("When it was requested."),
    decided_by: textOrNull(
      "`operator:<user id>` or `service_key:<id>`; null while it is open.",
      null,
    ),
    decided_at: timestamp("When it was decided; null while it is open.").nullable(),
    reason: textOrNull("Why it was decided so; null without a reason.", null),
  })
  .meta({ id: "DirectoryScopeApproval" });

export type ScopeApprovalResponse = z.output<typeof scopeApprovalSchema>;

export const listApprovalsQuerySchema = z.object({
  ...cursorQuery,
  status: statusSchema.optional().meta({ description: "Only those with this status." }),
});

export type ListApprovalsQuery = z.output<typeof listApprovalsQuerySchema>;

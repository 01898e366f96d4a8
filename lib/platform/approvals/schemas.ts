import { z } from "zod";
import { cursorListSchema, cursorQuery } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { reasonSchema } from "@/lib/platform/clients/schemas";

const statuses = ["open", "approved", "rejected"] as const;

const statusSchema = z.enum(statuses, `must be one of ${statuses.join(", ")}`).meta({
  description: "`open` until an operator decides.",
  example: "open",
});

/** The body with which an operator decides. */
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
    client_id: z.string().meta({
      description: "The extension.",
      example: "6740f1c2a9d34e0b7c51f1aa",
    }),
    client_name: z.string().meta({ description: "Its name.", example: "Shipfast" }),
    organization_id: z.string().meta({ description: "Its publisher.", example: "shipfast-labs" }),
    organization_name: z.string().meta({
      description: "Name of the publisher.",
      example: "Shipfast Labs",
    }),
    scope: z.string().meta({ description: "The scope.", example: "company/legal/write" }),
    status: statusSchema,
    approved: z.boolean().nullable().meta({
      description: "The decision; null while it is open.",
      example: null,
    }),
    requested_by: z.string().meta({
      description: "`user:<id>` or `client:<id>`; without a request, who decided.",
      example: "user:6740f1c2a9d34e0b7c51f201",
    }),
    requested_at: timestamp("When it was requested."),
    decided_by: z.string().nullable().meta({
      description: "`operator:<user id>` or `service_key:<id>`; null while it is open.",
      example: null,
    }),
    decided_at: timestamp("When it was decided; null while it is open.").nullable(),
    reason: z.string().nullable().meta({
      description: "Why it was decided so; null without a reason.",
      example: null,
    }),
  })
  .meta({ id: "DirectoryScopeApproval" });

/** An extension's request for a restricted scope, and the decision. */
export type ScopeApprovalResponse = z.output<typeof scopeApprovalSchema>;

/** A page of approvals. */
export const scopeApprovalListSchema = cursorListSchema(
  "DirectoryScopeApprovalList",
  scopeApprovalSchema,
);

export const listApprovalsQuerySchema = z.object({
  ...cursorQuery,
  status: statusSchema.optional().meta({ description: "Only those with this status." }),
});

/** Query of the lists, parsed. */
export type ListApprovalsQuery = z.output<typeof listApprovalsQuerySchema>;

import { z } from "zod";
import { flag } from "@/lib/core/http/query-values";
import { organizationRoles } from "@/lib/core/permissions/permissions";
import { bool, oneOf, text, textOrNull } from "@/lib/core/schemas/described";
import { companyIdSchema } from "@/lib/core/schemas/id-schema";
import { changedSinceQuery, cursorQuery, searchQuery } from "@/lib/core/schemas/page-schemas";
import { plainLine, plainText } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { memberSchemas } from "@/lib/platform/users/schemas";

const MAX_NAME = 120;
const MAX_NOTE = 500;
const statuses = ["active", "suspended"] as const;

const statusSchema = oneOf(statuses).meta({
  description: "While an organization is suspended, none of its clients gets or uses a token.",
  example: "active",
});

const verifiedSchema = bool(
  "Whether the platform has verified the publisher; the consent page shows it.",
  true,
);

/** Fields of an organization; omitted ones stay the same. */
export const organizationFieldsSchema = z
  .strictObject({
    name: plainLine(1, MAX_NAME).optional().meta({
      description: "Name, shown to sellers on the consent page. Required to create one.",
      example: "Shipfast Labs",
    }),
    company_id: companyIdSchema.optional().meta({
      description:
        "The organization's own company on the platform, for testing its extensions. It is created as a sandbox if it is missing. Without it, a new organization gets a company that only exists here.",
      example: 4712,
    }),
    publisher_verified: verifiedSchema.optional(),
    verification_note: plainText(MAX_NOTE).nullable().optional().meta({
      description:
        "What was checked; operators and the organization's audit log show it; null for nothing. It needs `publisher_verified`, and goes when the verification ends.",
      example: "Trade register entry and web site.",
    }),
    status: statusSchema.optional(),
  })
  .meta({ id: "PutDirectoryOrganization" });

export type OrganizationFields = z.output<typeof organizationFieldsSchema>;

const organizationId = text("Id of the organization.", "shipfast-labs");

export const directoryOrganizationSchema = z
  .looseObject({
    organization_id: organizationId,
    name: text("Its name.", "Shipfast Labs"),
    company_id: companyIdSchema.meta({
      description: "The organization's own company on the platform.",
      example: 4712,
    }),
    publisher_verified: verifiedSchema,
    status: statusSchema,
    verification_note: textOrNull(
      "What was checked to verify the publisher; null if nothing was noted.",
      "Trade register entry and web site.",
    ),
    created_at: timestamp("When it was stored."),
    updated_at: timestamp("When any of this last changed."),
  })
  .meta({ id: "DirectoryOrganization" });

export type DirectoryOrganization = z.output<typeof directoryOrganizationSchema>;

export const listOrganizationsQuerySchema = z.object({
  ...cursorQuery,
  changed_since: changedSinceQuery,
  q: searchQuery("the name or id"),
  status: statusSchema.optional().meta({ description: "Only organizations with this status." }),
  publisher_verified: flag("Whether the platform has verified the publisher.").optional(),
});

export type ListOrganizationsQuery = z.output<typeof listOrganizationsQuerySchema>;

export const organizationMemberSchemas = memberSchemas({
  kind: "Organization",
  id: { organization_id: organizationId },
  roles: organizationRoles,
  role: "Role in the organization.",
  example: "developer",
});

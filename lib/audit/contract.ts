import { z } from "zod";
import { exportAuditQuerySchema, listAuditQuerySchema } from "@/lib/audit/query-schemas";
import { auditExportSchema, auditListSchema, auditVerdictSchema } from "@/lib/audit/schemas";
import { defineContract } from "@/lib/kernel/http/contract";
import { organizationIdSchema } from "@/lib/kernel/schemas/id-schema";

const AUDIT = "/service/partner/authorization/v1.0/organization/{organization_id}/audit";

const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({ description: "The organization." }),
});

/** GET …/audit. */
export const listAuditContract = defineContract({
  operationId: "listAudit",
  method: "GET",
  path: AUDIT,
  summary: "List the audit log",
  description:
    "Lists changes, revealed secrets, exports and denied requests in the organization, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: "Audit",
  permission: "audit:read",
  params: ofOrganization,
  query: listAuditQuerySchema,
  success: { status: 200, description: "A page of entries.", schema: auditListSchema },
});

/** GET …/audit/export. */
export const exportAuditContract = defineContract({
  operationId: "exportAudit",
  method: "GET",
  path: `${AUDIT}/export`,
  summary: "Export the audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Audit",
  permission: "audit:read",
  params: ofOrganization,
  query: exportAuditQuerySchema,
  success: {
    status: 200,
    description: "The entries as a file.",
    schema: auditExportSchema,
    otherType: "text/csv",
  },
});

/** GET …/audit/verify. */
export const verifyAuditContract = defineContract({
  operationId: "verifyAudit",
  method: "GET",
  path: `${AUDIT}/verify`,
  summary: "Verify the audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: "Audit",
  permission: "audit:read",
  params: ofOrganization,
  success: { status: 200, description: "What was found.", schema: auditVerdictSchema },
});

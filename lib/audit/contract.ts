import { z } from "zod";
import { exportAuditQuerySchema, listAuditQuerySchema } from "@/lib/audit/query-schemas";
import { auditExportSchema, auditListSchema, auditVerdictSchema } from "@/lib/audit/schemas";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

const AUDIT = "/service/partner/authorization/v1.0/organization/{organization_id}/audit";

const ofOrganization = z.object({
  organization_id: idSchema.meta({ description: "The organization." }),
});

/** GET …/audit. */
export const listAuditContract = defineContract({
  operationId: "listAudit",
  method: "GET",
  path: AUDIT,
  summary: "List the audit log",
  description:
    "Who changed, revealed, exported or was refused what in the organization, when, from where, and how it was before and after; newest first. Entries hold no secret and are never changed or removed.",
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
    "Every entry that the filters let through, in one answer. The export is an entry of the log itself: `audit.exported`. In CSV a cell that a spreadsheet would take for a formula starts with an apostrophe.",
  tag: "Audit",
  permission: "audit:read",
  params: ofOrganization,
  query: exportAuditQuerySchema,
  success: {
    status: 200,
    description: "The entries, as a file.",
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
    "Walks the chain of entries from the first to the last and says whether each is as it was written, and where the chain breaks first.",
  tag: "Audit",
  permission: "audit:read",
  params: ofOrganization,
  success: { status: 200, description: "What was found.", schema: auditVerdictSchema },
});

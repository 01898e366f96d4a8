import { z } from "zod";
import {
  exportPlatformAuditQuerySchema,
  listPlatformAuditQuerySchema,
} from "@/lib/audit/query-schemas";
import { auditExportSchema, auditListSchema, chainVerdictSchema } from "@/lib/audit/schemas";
import { definePlatformContract } from "@/lib/kernel/http/contract";

const AUDIT = "/service/panel/authentication/v1.0/platform/audit";
const TAG = "Platform audit";
const platformPermission = "platform-audit:read";

/** GET platform/audit. */
export const listPlatformAuditContract = definePlatformContract({
  operationId: "listPlatformAudit",
  method: "GET",
  path: AUDIT,
  summary: "List the platform's audit log",
  description:
    "Lists what operators and service keys changed or were denied, and who joined or left a company, newest first: who, when, from where, and the values before and after. Entries contain no secrets and are never changed or removed.",
  tag: TAG,
  platformPermission,
  params: z.object({}),
  query: listPlatformAuditQuerySchema,
  success: { status: 200, description: "A page of entries.", schema: auditListSchema },
});

/** GET platform/audit/export. */
export const exportPlatformAuditContract = definePlatformContract({
  operationId: "exportPlatformAudit",
  method: "GET",
  path: `${AUDIT}/export`,
  summary: "Export the platform's audit log",
  description:
    "Returns all entries that match the filters in one response. The export itself is recorded as `audit.exported`. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: TAG,
  platformPermission,
  params: z.object({}),
  query: exportPlatformAuditQuerySchema,
  success: {
    status: 200,
    description: "The entries as a file.",
    schema: auditExportSchema,
    otherType: "text/csv",
  },
});

/** GET platform/audit/verify. */
export const verifyPlatformAuditContract = definePlatformContract({
  operationId: "verifyPlatformAudit",
  method: "GET",
  path: `${AUDIT}/verify`,
  summary: "Verify the platform's audit log",
  description:
    "Checks the chain of entries from the first to the last and reports the first entry that was changed or is missing.",
  tag: TAG,
  platformPermission,
  params: z.object({}),
  success: { status: 200, description: "What was found.", schema: chainVerdictSchema },
});

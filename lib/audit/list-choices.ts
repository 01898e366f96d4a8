import { listAudit } from "@/lib/audit/list-audit";
import { auditLog } from "@/lib/audit/list-repository";
import type { AuditChoices } from "@/lib/audit/list-sql";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** The filter choices for the audit log of the caller's organization: the actions and actors of its newest entries. */
export const listAuditChoices = operation({
  id: "listAuditChoices",
  access: listAudit.access,
  returns: value<AuditChoices>(),
  run: ({ caller: { organizationId } }) => auditLog.readChoices({ organizationId }),
});

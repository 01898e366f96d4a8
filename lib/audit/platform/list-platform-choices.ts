import type { AuditChoices } from "@/lib/audit/list-sql";
import { listPlatformAudit } from "@/lib/audit/platform/list-platform-audit";
import { platformAuditLog } from "@/lib/audit/platform/list-repository";
import { operation } from "@/lib/operation/operation";
import { value } from "@/lib/operation/returns";

/** The filter choices for the platform's audit log: the actions and actors of its newest entries. */
export const listPlatformChoices = operation({
  id: "listPlatformChoices",
  access: listPlatformAudit.access,
  returns: value<AuditChoices>(),
  run: () => platformAuditLog.readChoices({}),
});

import { exportAudit, exportPlatformAudit } from "@/lib/audit/export-audit";
import { listAudit, listPlatformAudit } from "@/lib/audit/list-audit";
import { verifyAudit, verifyPlatformAudit } from "@/lib/audit/verify-audit";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  listAudit,
  exportAudit,
  verifyAudit,
  listPlatformAudit,
  exportPlatformAudit,
  verifyPlatformAudit,
] as const;

import { exportAudit } from "@/lib/audit/export-audit";
import { listAudit } from "@/lib/audit/list-audit";
import { exportPlatformAudit } from "@/lib/audit/platform/export-platform-audit";
import { listPlatformAudit } from "@/lib/audit/platform/list-platform-audit";
import { verifyPlatformAudit } from "@/lib/audit/platform/verify-platform-audit";
import { verifyAudit } from "@/lib/audit/verify-audit";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  listAudit,
  exportAudit,
  verifyAudit,
  listPlatformAudit,
  exportPlatformAudit,
  verifyPlatformAudit,
] as const;

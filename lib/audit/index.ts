import {
  exportAudit,
  exportPlatformAudit,
  listAudit,
  listPlatformAudit,
  verifyAudit,
  verifyPlatformAudit,
} from "@/lib/audit/read-audit";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  listAudit,
  exportAudit,
  verifyAudit,
  listPlatformAudit,
  exportPlatformAudit,
  verifyPlatformAudit,
] as const;

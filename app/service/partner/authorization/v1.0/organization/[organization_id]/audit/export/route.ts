import { handleFile } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { exportAuditContract } from "@/lib/audit/contract";
import { exportAudit } from "@/lib/audit/export-audit";

export const GET = handleFile(exportAuditContract, exportAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

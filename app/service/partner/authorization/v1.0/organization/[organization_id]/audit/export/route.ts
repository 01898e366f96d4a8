import { exportAuditContract } from "@/lib/audit/contract";
import { exportAudit } from "@/lib/audit/export-audit";
import { handleFile } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handleFile(exportAuditContract, exportAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

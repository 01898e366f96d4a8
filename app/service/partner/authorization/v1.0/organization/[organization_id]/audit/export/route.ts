import { exportAuditContract } from "@/lib/audit/contract";
import { exportAudit } from "@/lib/audit/export-audit";
import { handleFile, methodNotAllowed } from "@/lib/http/handle";

export const GET = handleFile(exportAuditContract, exportAudit);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };

import { verifyAuditContract } from "@/lib/audit/contract";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(verifyAuditContract, verifyAudit);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };

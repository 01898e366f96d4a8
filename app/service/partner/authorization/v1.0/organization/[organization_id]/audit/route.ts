import { listAuditContract } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/list-audit";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(listAuditContract, listAudit);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };

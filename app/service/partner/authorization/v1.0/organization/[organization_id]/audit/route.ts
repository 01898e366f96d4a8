import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { listAuditContract } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/list-audit";

export const GET = handle(listAuditContract, listAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

import { listAuditContract } from "@/lib/audit/contract";
import { listAudit } from "@/lib/audit/list-audit";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(listAuditContract, listAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

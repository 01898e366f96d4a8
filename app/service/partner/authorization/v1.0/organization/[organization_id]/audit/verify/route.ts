import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { verifyAuditContract } from "@/lib/audit/contract";
import { verifyAudit } from "@/lib/audit/verify-audit";

export const GET = handle(verifyAuditContract, verifyAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

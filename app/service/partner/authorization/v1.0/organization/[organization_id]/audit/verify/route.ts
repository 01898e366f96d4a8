import { verifyAuditContract } from "@/lib/audit/contract";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(verifyAuditContract, verifyAudit);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");

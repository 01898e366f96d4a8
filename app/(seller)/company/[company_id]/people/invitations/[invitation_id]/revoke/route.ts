import { answerOperation } from "@/lib/api/answer-operation";
import { revokeCompanyInvitation } from "@/lib/tenants/companies/people/revoke-invitation";

export const POST = answerOperation(revokeCompanyInvitation);

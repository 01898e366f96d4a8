import { answerOperation } from "@/lib/api/answer-operation";
import { revokeCompanyInvitation } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(revokeCompanyInvitation);

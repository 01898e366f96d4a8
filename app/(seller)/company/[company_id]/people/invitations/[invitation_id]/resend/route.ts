import { answerOperation } from "@/lib/api/answer-operation";
import { resendCompanyInvitation } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(resendCompanyInvitation);

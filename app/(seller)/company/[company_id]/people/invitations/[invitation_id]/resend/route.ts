import { answerOperation } from "@/lib/api/answer-operation";
import { resendCompanyInvitation } from "@/lib/tenants/companies/people/resend-invitation";

export const POST = answerOperation(resendCompanyInvitation);

import { answerOperation } from "@/lib/api/answer-operation";
import { resendCompanyInvitation } from "@/lib/companies/people/resend-invitation";

export const POST = answerOperation(resendCompanyInvitation);

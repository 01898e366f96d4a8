import { answerOperation } from "@/lib/api/answer-operation";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";

export const POST = answerOperation(acceptInvitation);

import { changePassword } from "@/lib/accounts/change-password";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(changePassword);

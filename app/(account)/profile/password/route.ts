import { answerOperation } from "@/lib/api/answer-operation";
import { changePassword } from "@/lib/identity/account/change-password";

export const POST = answerOperation(changePassword);

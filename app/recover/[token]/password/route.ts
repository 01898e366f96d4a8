import { recoverAccount } from "@/lib/accounts/recovery/recover-account";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(recoverAccount);

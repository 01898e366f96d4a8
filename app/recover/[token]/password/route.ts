import { answerOperation } from "@/lib/api/answer-operation";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";

export const POST = answerOperation(recoverAccount);

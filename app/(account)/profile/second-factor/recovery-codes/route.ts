import { answerOperation } from "@/lib/api/answer-operation";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/replace-recovery-codes";

export const POST = answerOperation(replaceRecoveryCodes);

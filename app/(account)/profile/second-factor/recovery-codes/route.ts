import { replaceRecoveryCodes } from "@/lib/accounts/second-factor/replace-recovery-codes";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(replaceRecoveryCodes);

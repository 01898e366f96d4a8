import { answerOperation } from "@/lib/api/answer-operation";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/second-factor";

export const POST = answerOperation(replaceRecoveryCodes);

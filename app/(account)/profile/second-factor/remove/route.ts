import { answerOperation } from "@/lib/api/answer-operation";
import { removeSecondFactor } from "@/lib/identity/account/second-factor/remove-second-factor";

export const POST = answerOperation(removeSecondFactor);

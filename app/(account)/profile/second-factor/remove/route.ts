import { answerOperation } from "@/lib/api/answer-operation";
import { removeSecondFactor } from "@/lib/identity/account/second-factor/second-factor";

export const POST = answerOperation(removeSecondFactor);

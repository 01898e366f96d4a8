import { answerOperation } from "@/lib/api/answer-operation";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";

export const POST = answerOperation(answerSecondFactor);

import { answerSecondFactor } from "@/lib/accounts/second-factor/answer-second-factor";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(answerSecondFactor);

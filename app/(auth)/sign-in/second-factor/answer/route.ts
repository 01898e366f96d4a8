import { handleOperation } from "@/lib/api/handle-operation";
import { answerSecondFactor } from "@/lib/identity/account/second-factor/answer-second-factor";

export const POST = handleOperation(answerSecondFactor);

import { answerOperation } from "@/lib/api/answer-operation";
import { startSecondFactor } from "@/lib/identity/account/second-factor/start-second-factor";

export const POST = answerOperation(startSecondFactor);

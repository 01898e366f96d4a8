import { startSecondFactor } from "@/lib/accounts/second-factor/start-second-factor";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(startSecondFactor);

import { answerOperation } from "@/lib/api/answer-operation";
import { startSecondFactor } from "@/lib/identity/account/second-factor/set-up";

export const POST = answerOperation(startSecondFactor);

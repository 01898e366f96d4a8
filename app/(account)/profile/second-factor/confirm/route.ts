import { answerOperation } from "@/lib/api/answer-operation";
import { confirmSecondFactor } from "@/lib/identity/account/second-factor/set-up";

export const POST = answerOperation(confirmSecondFactor);

import { answerOperation } from "@/lib/api/answer-operation";
import { confirmSecondFactor } from "@/lib/identity/account/second-factor/confirm-second-factor";

export const POST = answerOperation(confirmSecondFactor);

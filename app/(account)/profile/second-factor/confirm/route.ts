import { confirmSecondFactor } from "@/lib/accounts/second-factor/confirm-second-factor";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(confirmSecondFactor);

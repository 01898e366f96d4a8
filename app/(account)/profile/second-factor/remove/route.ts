import { removeSecondFactor } from "@/lib/accounts/second-factor/remove-second-factor";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(removeSecondFactor);

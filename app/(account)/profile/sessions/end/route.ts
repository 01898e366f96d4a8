import { endSession } from "@/lib/accounts/end-session";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(endSession);

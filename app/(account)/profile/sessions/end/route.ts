import { answerOperation } from "@/lib/api/answer-operation";
import { endSession } from "@/lib/identity/account/end-session";

export const POST = answerOperation(endSession);

import { answerOperation } from "@/lib/api/answer-operation";
import { endOtherSessions } from "@/lib/identity/account/end-other-sessions";

export const POST = answerOperation(endOtherSessions);

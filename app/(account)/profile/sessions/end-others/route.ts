import { endOtherSessions } from "@/lib/accounts/end-other-sessions";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(endOtherSessions);

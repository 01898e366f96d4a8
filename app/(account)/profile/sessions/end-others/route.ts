import { handleOperation } from "@/lib/api/handle-operation";
import { endOtherSessions } from "@/lib/identity/account/end-other-sessions";

export const POST = handleOperation(endOtherSessions);

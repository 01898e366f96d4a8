import { handleOperation } from "@/lib/api/handle-operation";
import { endOtherSessions } from "@/lib/identity/account/profile";

export const POST = handleOperation(endOtherSessions);

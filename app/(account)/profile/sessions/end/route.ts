import { handleOperation } from "@/lib/api/handle-operation";
import { endSession } from "@/lib/identity/account/end-session";

export const POST = handleOperation(endSession);

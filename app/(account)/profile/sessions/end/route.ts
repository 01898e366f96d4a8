import { handleOperation } from "@/lib/api/handle-operation";
import { endSession } from "@/lib/identity/account/profile";

export const POST = handleOperation(endSession);

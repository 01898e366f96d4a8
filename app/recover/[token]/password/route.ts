import { handleOperation } from "@/lib/api/handle-operation";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";

export const POST = handleOperation(recoverAccount);

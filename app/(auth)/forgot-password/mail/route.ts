import { handleOperation } from "@/lib/api/handle-operation";
import { mailRecoveryLink } from "@/lib/identity/account/recovery/recover-account";

export const POST = handleOperation(mailRecoveryLink);

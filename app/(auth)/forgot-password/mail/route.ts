import { handleOperation } from "@/lib/api/handle-operation";
import { mailRecoveryLink } from "@/lib/identity/account/recovery/recovery-link";

export const POST = handleOperation(mailRecoveryLink);

import { handleOperation } from "@/lib/api/handle-operation";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/second-factor";

export const POST = handleOperation(replaceRecoveryCodes);

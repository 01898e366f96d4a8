import { handleOperation } from "@/lib/api/handle-operation";
import { removeSecondFactor } from "@/lib/identity/account/second-factor/second-factor";

export const POST = handleOperation(removeSecondFactor);

import { handleOperation } from "@/lib/api/handle-operation";
import { confirmSecondFactor } from "@/lib/identity/account/second-factor/set-up";

export const POST = handleOperation(confirmSecondFactor);

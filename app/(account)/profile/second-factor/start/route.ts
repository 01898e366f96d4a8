import { handleOperation } from "@/lib/api/handle-operation";
import { startSecondFactor } from "@/lib/identity/account/second-factor/set-up";

export const POST = handleOperation(startSecondFactor);

import { handleOperation } from "@/lib/api/handle-operation";
import { changePassword } from "@/lib/identity/account/change-password";

export const POST = handleOperation(changePassword);

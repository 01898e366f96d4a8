import { handleOperation } from "@/lib/api/handle-operation";
import { changePassword } from "@/lib/identity/account/profile";

export const POST = handleOperation(changePassword);

import { handleOperation } from "@/lib/api/handle-operation";
import { changeName } from "@/lib/identity/account/profile";

export const POST = handleOperation(changeName);

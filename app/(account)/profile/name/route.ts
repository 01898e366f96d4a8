import { handleOperation } from "@/lib/api/handle-operation";
import { changeName } from "@/lib/identity/account/change-name";

export const POST = handleOperation(changeName);

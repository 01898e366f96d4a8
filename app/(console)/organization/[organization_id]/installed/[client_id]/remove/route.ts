import { handleOperation } from "@/lib/api/handle-operation";
import { removeInstalled } from "@/lib/tenants/organizations/installed";

export const POST = handleOperation(removeInstalled);

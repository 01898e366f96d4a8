import { handleOperation } from "@/lib/api/handle-operation";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";

export const POST = handleOperation(acceptInvitation);

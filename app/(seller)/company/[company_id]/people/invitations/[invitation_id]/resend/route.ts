import { handleOperation } from "@/lib/api/handle-operation";
import { resendCompanyInvitation } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(resendCompanyInvitation);

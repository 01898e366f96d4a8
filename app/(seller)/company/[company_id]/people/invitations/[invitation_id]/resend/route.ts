import { handleOperation } from "@/lib/api/handle-operation";
import { resendCompanyInvitation } from "@/lib/tenants/companies/people/people-forms";

export const POST = handleOperation(resendCompanyInvitation);

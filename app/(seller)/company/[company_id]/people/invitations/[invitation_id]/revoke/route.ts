import { handleOperation } from "@/lib/api/handle-operation";
import { revokeCompanyInvitation } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(revokeCompanyInvitation);

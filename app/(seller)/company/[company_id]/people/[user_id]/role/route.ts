import { handleOperation } from "@/lib/api/handle-operation";
import { changeCompanyRole } from "@/lib/tenants/companies/people/people-forms";

export const POST = handleOperation(changeCompanyRole);

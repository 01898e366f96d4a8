import { handleOperation } from "@/lib/api/handle-operation";
import { changeCompanyRole } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(changeCompanyRole);

import { handleOperation } from "@/lib/api/handle-operation";
import { leaveCompany } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(leaveCompany);

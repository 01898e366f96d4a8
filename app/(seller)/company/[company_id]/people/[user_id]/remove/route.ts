import { handleOperation } from "@/lib/api/handle-operation";
import { removePerson } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(removePerson);

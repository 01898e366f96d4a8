import { handleOperation } from "@/lib/api/handle-operation";
import { invitePerson } from "@/lib/tenants/companies/people/people";

export const POST = handleOperation(invitePerson);

import { handleOperation } from "@/lib/api/handle-operation";
import { decideQuestion } from "@/lib/tenants/companies/questions/decide-question";

export const POST = handleOperation(decideQuestion);

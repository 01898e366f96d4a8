import { handleOperation } from "@/lib/api/handle-operation";
import { decideQuestion } from "@/lib/tenants/companies/questions/questions";

export const POST = handleOperation(decideQuestion);

import { handleOperation } from "@/lib/api/handle-operation";
import { decideQuestion } from "@/lib/tenants/companies/questions";

export const POST = handleOperation(decideQuestion);

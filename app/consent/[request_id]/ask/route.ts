import { handleOperation } from "@/lib/api/handle-operation";
import { askAnAdmin } from "@/lib/tenants/companies/questions";

export const POST = handleOperation(askAnAdmin);

import { handleOperation } from "@/lib/api/handle-operation";
import { removeExtension } from "@/lib/tenants/companies/extensions";

export const POST = handleOperation(removeExtension);

import { handleOperation } from "@/lib/api/handle-operation";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";

export const POST = handleOperation(removeExtension);

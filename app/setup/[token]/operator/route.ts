import { handleOperation } from "@/lib/api/handle-operation";
import { createOperator } from "@/lib/identity/setup/create-operator";

export const POST = handleOperation(createOperator);

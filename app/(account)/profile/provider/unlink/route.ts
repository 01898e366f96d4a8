import { handleOperation } from "@/lib/api/handle-operation";
import { unlinkProvider } from "@/lib/platform/provider/link/link";

export const POST = handleOperation(unlinkProvider);

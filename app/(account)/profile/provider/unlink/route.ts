import { handleOperation } from "@/lib/api/handle-operation";
import { unlinkProvider } from "@/lib/platform/provider/link/unlink-provider";

export const POST = handleOperation(unlinkProvider);

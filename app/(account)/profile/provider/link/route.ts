import { handleOperation } from "@/lib/api/handle-operation";
import { startLink } from "@/lib/platform/provider/link/link";

export const POST = handleOperation(startLink);

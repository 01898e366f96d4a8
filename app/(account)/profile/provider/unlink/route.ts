import { answerOperation } from "@/lib/api/answer-operation";
import { unlinkProvider } from "@/lib/platform/provider/link/unlink-provider";

export const POST = answerOperation(unlinkProvider);

import { answerOperation } from "@/lib/api/answer-operation";
import { unlinkProvider } from "@/lib/provider/link/unlink-provider";

export const POST = answerOperation(unlinkProvider);

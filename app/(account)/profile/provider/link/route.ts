import { answerOperation } from "@/lib/api/answer-operation";
import { startLink } from "@/lib/platform/provider/link/start-link";

export const POST = answerOperation(startLink);

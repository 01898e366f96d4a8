import { answerOperation } from "@/lib/api/answer-operation";
import { startLink } from "@/lib/provider/link/start-link";

export const POST = answerOperation(startLink);

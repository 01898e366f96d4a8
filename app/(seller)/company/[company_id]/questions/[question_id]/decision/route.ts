import { answerOperation } from "@/lib/api/answer-operation";
import { decideQuestion } from "@/lib/tenants/companies/questions/decide-question";

export const POST = answerOperation(decideQuestion);

import { changeName } from "@/lib/accounts/change-name";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(changeName);

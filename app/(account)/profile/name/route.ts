import { answerOperation } from "@/lib/api/answer-operation";
import { changeName } from "@/lib/identity/account/change-name";

export const POST = answerOperation(changeName);

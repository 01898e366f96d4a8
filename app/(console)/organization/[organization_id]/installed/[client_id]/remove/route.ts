import { answerOperation } from "@/lib/api/answer-operation";
import { removeInstalled } from "@/lib/tenants/organizations/installed/remove-installed";

export const POST = answerOperation(removeInstalled);

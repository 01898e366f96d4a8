import { answerOperation } from "@/lib/api/answer-operation";
import { removeExtension } from "@/lib/tenants/companies/remove-extension";

export const POST = answerOperation(removeExtension);

import { answerOperation } from "@/lib/api/answer-operation";
import { removePerson } from "@/lib/tenants/companies/people/remove-person";

export const POST = answerOperation(removePerson);

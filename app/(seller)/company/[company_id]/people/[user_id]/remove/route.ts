import { answerOperation } from "@/lib/api/answer-operation";
import { removePerson } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(removePerson);

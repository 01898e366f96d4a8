import { answerOperation } from "@/lib/api/answer-operation";
import { invitePerson } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(invitePerson);

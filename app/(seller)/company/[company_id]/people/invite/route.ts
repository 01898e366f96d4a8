import { answerOperation } from "@/lib/api/answer-operation";
import { invitePerson } from "@/lib/tenants/companies/people/invite-person";

export const POST = answerOperation(invitePerson);

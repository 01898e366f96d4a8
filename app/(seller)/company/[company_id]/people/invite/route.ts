import { answerOperation } from "@/lib/api/answer-operation";
import { invitePerson } from "@/lib/companies/people/invite-person";

export const POST = answerOperation(invitePerson);

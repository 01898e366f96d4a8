import { answerOperation } from "@/lib/api/answer-operation";
import { leaveCompany } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(leaveCompany);

import { answerOperation } from "@/lib/api/answer-operation";
import { leaveCompany } from "@/lib/tenants/companies/people/leave-company";

export const POST = answerOperation(leaveCompany);

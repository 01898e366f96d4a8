import { answerOperation } from "@/lib/api/answer-operation";
import { changeCompanyRole } from "@/lib/tenants/companies/people/people-forms";

export const POST = answerOperation(changeCompanyRole);

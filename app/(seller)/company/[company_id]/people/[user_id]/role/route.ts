import { answerOperation } from "@/lib/api/answer-operation";
import { changeCompanyRole } from "@/lib/tenants/companies/people/change-role";

export const POST = answerOperation(changeCompanyRole);

import { allowCoveredQuestions } from "@/lib/companies/questions/repository";
import type { Database } from "@/lib/db/client";

/**
 * Answers what staff of a company still ask of an extension, as far as its grant holds all that they
 * asked for: in the transaction that stores the grant, in the name of who approved it.
 * @returns how many questions
 */
export function closeCoveredQuestions(
  tx: Database,
  grant: { clientId: string; companyId: number; userId: string; scopes: string[] },
): Promise<number> {
  return allowCoveredQuestions(tx, grant);
}

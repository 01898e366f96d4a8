import type { Database } from "@/lib/core/db/client";

/**
 * Allows a company's open questions about a client that ask only for these scopes. Skips a question
 * that is being decided, because waiting for that decision could deadlock.
 * @returns the number of questions
 */
export function allowCoveredQuestions(
  tx: Database,
  grant: { clientId: string; companyId: number; userId: string; scopes: string[] },
): Promise<number> {
  const { clientId, companyId, userId, scopes } = grant;
  return tx.$executeRaw`
    UPDATE consent_questions SET decision = 'allowed', decided_by = ${userId}, decided_at = now()
    WHERE id IN (
      SELECT id FROM consent_questions
      WHERE company_id = ${companyId} AND client_id = ${clientId} AND decision IS NULL
        AND scopes <@ ${scopes}
      FOR UPDATE SKIP LOCKED)`;
}

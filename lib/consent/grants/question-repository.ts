import type { Database } from "@/lib/kernel/db/client";

/**
 * Allows the open questions of a company about a client that ask for nothing beyond these scopes.
 * One that somebody decides at this moment is theirs: waiting for it could make the two wait for
 * each other.
 * @returns how many
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

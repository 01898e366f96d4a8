import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

type Covering = { clientId: string; companyId: number; userId: string; scopes: string[] };

const allow = sql<Covering, { id: string }>(
  "allow-covered-questions",
  { id: "text" },
  `
  UPDATE consent_questions SET decision = 'allowed', decided_by = :userId, decided_at = now()
  WHERE id IN (
    SELECT id FROM consent_questions
    WHERE company_id = :companyId AND client_id = :clientId AND decision IS NULL
      AND scopes <@ :scopes
    FOR UPDATE SKIP LOCKED)
  RETURNING id`,
);

/**
 * Allows a company's open questions about a client that ask only for these scopes. Skips a question
 * that is being decided, because waiting for that decision could deadlock.
 * @returns the number of questions
 */
export async function allowCoveredQuestions(tx: Database, grant: Covering): Promise<number> {
  return (await allow(grant, tx)).length;
}

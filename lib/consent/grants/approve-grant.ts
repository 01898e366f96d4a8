import {
  insertGrantEvent,
  isCompanyActive,
  lockGrant,
  lockUsableClient,
  updateGrant,
} from "@/lib/consent/grants/approve-repository";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";

/**
 * Adds what a company or organization allows a client to its grant, with its history, and closes the staff's questions
 * that this decides.
 * @returns the grant's id and epoch, for the code
 * @throws ServiceError invalid_client when the client was deactivated or lost a scope meanwhile; access_denied when the
 * company was suspended or closed meanwhile
 */
export async function approveGrant(
  tx: Database,
  approval: { clientId: string; subject: Subject; userId: string; scopes: readonly string[] },
): Promise<{ id: string; epoch: number }> {
  const { clientId, subject, userId } = approval;
  const requested = [...new Set(approval.scopes)].sort();
  if (subject.companyId !== null && !(await isCompanyActive(tx, subject.companyId))) {
    throw new ServiceError("access_denied", "The platform has suspended or closed the company.", {
      check: "subject_active",
      fix: { kind: "contact_platform" },
    });
  }
  const client = await lockUsableClient(tx, clientId, requested);
  if (!client) {
    throw new ServiceError(
      "invalid_client",
      "The extension was deactivated or changed after this page was opened. Nothing was shared.",
      { check: "client_active", fix: { kind: "run_authorize_again" } },
    );
  }
  const first = { id: newId(), clientId, subject, scopes: requested };
  const { id, epoch, granted } = await lockGrant(tx, first);
  const keptScopes = (granted ?? []).filter((scope) => client.scopes.includes(scope));
  const scopes = [...new Set([...keptScopes, ...requested])].sort();
  await updateGrant(tx, { id, scopes, userId });
  await insertGrantEvent(tx, {
    grantId: id,
    change: granted ? "changed" : "granted",
    scopesBefore: granted ?? [],
    scopesAfter: scopes,
    userId,
    clientVersion: client.version,
  });
  const { companyId } = subject;
  if (companyId !== null) await allowCoveredQuestions(tx, { clientId, companyId, userId, scopes });
  return { id, epoch };
}

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
async function allowCoveredQuestions(tx: Database, grant: Covering): Promise<number> {
  return (await allow(grant, tx)).length;
}

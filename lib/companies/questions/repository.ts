import { newId } from "@/lib/kernel/crypto/ids";
import { type Database, db } from "@/lib/kernel/db/client";

const PERSON = { firstName: true, lastName: true, email: true } as const;

/** Open questions of a company, oldest first. */
export function findOpenQuestions(companyId: number) {
  return db().consentQuestion.findMany({
    where: { companyId, decision: null, client: { isActive: true, deletedAt: null } },
    select: {
      id: true,
      scopes: true,
      createdAt: true,
      asker: { select: PERSON },
      client: {
        select: {
          clientId: true,
          name: true,
          logoId: true,
          organization: { select: { name: true, verified: true } },
        },
      },
    },
    orderBy: { createdAt: "asc" },
    take: 50,
  });
}

/** Stores a question, or updates the scopes of the same person's open one. */
export async function upsertQuestion(question: {
  clientId: string;
  companyId: number;
  askedBy: string;
  scopes: string[];
}): Promise<void> {
  const { clientId, companyId, askedBy, scopes } = question;
  await db().$executeRaw`
    INSERT INTO consent_questions (id, client_id, company_id, asked_by, scopes)
    VALUES (${newId()}, ${clientId}, ${companyId}, ${askedBy}, ${scopes})
    ON CONFLICT (company_id, client_id, asked_by) WHERE decision IS NULL
    DO UPDATE SET scopes = excluded.scopes, created_at = now()`;
}

/** The client that a question of a company is about, or null. */
export async function findQuestionClient(id: string, companyId: number): Promise<string | null> {
  const question = await db().consentQuestion.findFirst({
    where: { id, companyId },
    select: { clientId: true },
  });
  return question?.clientId ?? null;
}

/** Closes an open question once; null if it is already closed. */
export async function takeQuestionDecision(
  tx: Database,
  of: { id: string; companyId: number; userId: string; decision: "allowed" | "denied" },
): Promise<{ clientId: string; scopes: string[] } | null> {
  const { id, companyId, userId, decision } = of;
  const [question] = await tx.consentQuestion.updateManyAndReturn({
    where: { id, companyId, decision: null },
    data: { decision, decidedBy: userId, decidedAt: new Date() },
    select: { clientId: true, scopes: true },
  });
  return question ?? null;
}

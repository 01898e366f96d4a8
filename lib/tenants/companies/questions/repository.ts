import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";

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

type Question = { clientId: string; companyId: number; askedBy: string; scopes: string[] };

const upsert = sql<Question & { id: string }>(
  "upsert-question",
  {},
  `
  INSERT INTO consent_questions (id, client_id, company_id, asked_by, scopes)
  VALUES (:id, :clientId, :companyId, :askedBy, :scopes)
  ON CONFLICT (company_id, client_id, asked_by) WHERE decision IS NULL
  DO UPDATE SET scopes = excluded.scopes, created_at = now()`,
);

/** Stores a question, or updates the scopes of the same person's open one. */
export async function upsertQuestion(question: Question): Promise<void> {
  await upsert({ ...question, id: newId() });
}

export async function findQuestionClient(id: string, companyId: number): Promise<string | null> {
  const question = await db().consentQuestion.findFirst({
    where: { id, companyId },
    select: { clientId: true },
  });
  return question?.clientId ?? null;
}

export async function isQuestionOpen(id: string, companyId: number): Promise<boolean> {
  return (await db().consentQuestion.count({ where: { id, companyId, decision: null } })) > 0;
}

/** Closes an open question that asks for exactly these scopes, once; null if it is closed or asks for others. */
export async function takeQuestionDecision(
  tx: Database,
  of: { id: string; companyId: number; scopes: string[] },
  by: { decision: "allowed" | "denied"; decidedBy: string },
): Promise<{ clientId: string; scopes: string[] } | null> {
  const { scopes, ...question } = of;
  return first(
    await tx.consentQuestion.updateManyAndReturn({
      where: { ...question, decision: null, scopes: { equals: scopes } },
      data: { ...by, decidedAt: new Date() },
      select: { clientId: true, scopes: true },
    }),
  );
}

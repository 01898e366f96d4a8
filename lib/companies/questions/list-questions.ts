import { findOpenQuestions } from "@/lib/companies/questions/repository";

/** What somebody of the company's staff would like allowed. */
export type ConsentQuestion = {
  id: string;
  clientId: string;
  clientName: string;
  publisherName: string;
  publisherVerified: boolean;
  scopes: string[];
  askedBy: { name: string; email: string };
  askedAt: Date;
};

/** What waits for an owner or admin of the company, oldest first. */
export async function listQuestions(companyId: number): Promise<ConsentQuestion[]> {
  const rows = await findOpenQuestions(companyId);
  return rows.map(({ id, scopes, createdAt, asker, client }) => ({
    id,
    clientId: client.clientId,
    clientName: client.name,
    publisherName: client.organization.name,
    publisherVerified: client.organization.verified,
    scopes,
    askedBy: { name: `${asker.firstName} ${asker.lastName}`, email: asker.email },
    askedAt: createdAt,
  }));
}

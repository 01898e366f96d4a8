import { db } from "@/lib/core/db/client";
import type { Subject } from "@/lib/core/subject";

/** Stores a verified request until the seller decides. */
export async function insertAuthorizationRequest(request: {
  id: string;
  clientId: string;
  subject: Subject;
  userId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  codeChallenge: string | null;
  expiresAt: Date;
}): Promise<void> {
  const { subject, scopes, ...columns } = request;
  await db().authorizationRequest.create({
    data: { ...columns, ...subject, scopes: [...scopes] },
    select: { id: true },
  });
}

/** The name of an active client, or null. */
export async function findClientName(clientId: string): Promise<string | null> {
  const client = await db().client.findFirst({
    where: { clientId, isActive: true, deletedAt: null },
    select: { name: true },
  });
  return client?.name ?? null;
}

import { db } from "@/lib/core/db/client";

/** The name of an active client, or null. */
export async function findClientName(clientId: string): Promise<string | null> {
  const client = await db().client.findFirst({
    where: { clientId, isActive: true, deletedAt: null },
    select: { name: true },
  });
  return client?.name ?? null;
}

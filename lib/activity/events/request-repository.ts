import { db } from "@/lib/kernel/db/client";

/** Finds which of these organizations' clients a request named, by request id; null if none. */
export async function findClientOfRequest(
  organizationIds: string[],
  requestId: string,
): Promise<{ organizationId: string; clientId: string } | null> {
  const event = await db().authorizationEvent.findFirst({
    where: { requestId, client: { organizationId: { in: organizationIds }, deletedAt: null } },
    select: { client: { select: { organizationId: true, clientId: true } } },
  });
  return event?.client ?? null;
}

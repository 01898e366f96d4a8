import { db } from "@/lib/kernel/db/client";

/** The client of one of these organizations that a request named, by the id of its answer; or null. */
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

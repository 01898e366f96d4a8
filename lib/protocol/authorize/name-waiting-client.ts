import { db } from "@/lib/core/db/client";
import { isClientId } from "@/lib/core/schemas/id-forms";

const AUTHORIZE_PATH = /\/oauth\/authorize$/;

/**
 * The name of the extension that is waiting for a sign-in, or null.
 * @param returnPath local address to which sign-in leads; an authorize request names its client
 */
export async function nameWaitingClient(returnPath: string): Promise<string | null> {
  const [path = "", query = ""] = returnPath.split("?", 2);
  const clientId = new URLSearchParams(query).get("client_id") ?? "";
  if (!AUTHORIZE_PATH.test(path) || !isClientId(clientId)) return null;
  const client = await db().client.findFirst({
    where: { clientId, isActive: true, deletedAt: null },
    select: { name: true },
  });
  return client?.name ?? null;
}

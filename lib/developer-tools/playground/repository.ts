import { db } from "@/lib/core/db/client";

/** The facts about a client that a run needs. */
export type PlaygroundClient = { redirectUrls: string[]; requiresPkce: boolean };

/** An organization's client, if the company is a sandbox; otherwise null. */
export async function findPlaygroundClient(of: {
  organizationId: string;
  clientId: string;
  companyId: number;
}): Promise<PlaygroundClient | null> {
  const { organizationId, clientId, companyId } = of;
  const [client, company] = await Promise.all([
    db().client.findFirst({
      where: { organizationId, clientId, deletedAt: null },
      select: { redirectUrls: true, requirePkce: true },
    }),
    db().company.findFirst({ where: { id: companyId, isSandbox: true }, select: { id: true } }),
  ]);
  if (!client || !company) return null;
  return { redirectUrls: client.redirectUrls, requiresPkce: client.requirePkce };
}

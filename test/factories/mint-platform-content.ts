import { db } from "@/lib/core/db/client";
import { mintClient, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintServiceKey } from "@/test/factories/mint-platform";

/** The longest name that the API accepts, without a space where it could break. */
const LONG = "Kundendienstverwaltungsgesellschaft".repeat(3);

/**
 * Something in every list of the operator console, suspended and waiting things included, with long texts.
 * @returns the addresses of objects' pages, those of an organization without an extension and a lone person included
 */
export async function mintPlatformContent(): Promise<string[]> {
  const { organizationId, companyId, owner } = await mintOrganization();
  const { clientId } = await mintClient(organizationId);
  const waitingClient = await mintClient(organizationId);
  await db().organization.update({
    where: { id: organizationId },
    data: { name: LONG, verified: true },
  });
  await db().company.update({
    where: { id: companyId },
    data: { name: LONG, status: "suspended", isSandbox: true },
  });
  await db().user.update({ where: { id: owner.userId }, data: { firstName: LONG } });
  await db().client.update({
    where: { clientId },
    data: { name: LONG, suspendedAt: new Date(), suspensionReason: LONG },
  });
  await db().client.update({
    where: { clientId: waitingClient.clientId },
    data: { name: LONG, listingRequestedAt: new Date(), description: LONG },
  });
  await db().scopeApproval.create({
    data: { clientId, scope: "company/legal/write", requestedBy: `user:${owner.userId}` },
  });
  await db().delivery.create({
    data: { id: clientId, clientId, companyId, kind: "uninstall", attempts: 9, lastError: "503" },
  });
  await mintServiceKey(["platform/directory/write", "platform/log/read"]);
  const empty = await mintOrganization();
  const lone = await mintUser();
  return [
    `extensions/${clientId}`,
    `organizations/${organizationId}`,
    `organizations/${empty.organizationId}`,
    `companies/${companyId}`,
    `people/${owner.userId}`,
    `people/${lone.userId}`,
  ].map((path) => `/platform/${path}`);
}

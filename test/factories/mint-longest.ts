import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import {
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
  mintOrganizationGrant,
  mintSecret,
} from "@/test/factories/mint";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { mintCall } from "@/test/factories/mint-call";
import { denial, mintEvents } from "@/test/factories/mint-events";
import { mintInvitation } from "@/test/factories/mint-invitation";

/** The longest possible name, without a place to break it. */
const LONG_NAME = "W".repeat(120);
const LONG_HOST = `${"long-".repeat(10)}name.example.com`;
const MOST = { redirectUrls: 50, scopes: 100, tags: 20 };
const ADDRESS = "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff";
const DENIED_CALL = {
  denial: "access_token_scope",
  scope: null,
  method: "DELETE",
  path: `/${"p".repeat(499)}`,
  status: 403,
  milliseconds: 123_456.7,
} as const;

/** An organization and one of its clients. */
export type MintedConsole = MintedOrganization & { clientId: string };

/** An organization with the longest names and the most parts allowed. */
export async function mintLongest(): Promise<MintedConsole> {
  const organization = await mintOrganization();
  const { organizationId, owner } = organization;
  const client = await mintClient(organizationId, longClient());
  const { clientId } = client;
  await Promise.all([
    db().organization.update({ where: { id: organizationId }, data: { name: LONG_NAME } }),
    db().user.update({
      where: { id: owner.userId },
      data: { firstName: LONG_NAME, lastName: LONG_NAME, email: longEmail() },
    }),
    mintMember(organizationId, "developer"),
    mintInvitation(organizationId, { email: longEmail(), invitedBy: owner.userId }),
    mintUse(organization, client),
    mintOrganizationGrant(clientId, organizationId, ["company/products/read"], owner.userId),
  ]);
  return { ...organization, clientId };
}

function longClient() {
  const numbered = (count: number, text: (number: string) => string) =>
    Array.from({ length: count }, (_, at) => text(String(at).padStart(3, "0")));
  return {
    name: LONG_NAME,
    description: LONG_NAME.repeat(16),
    baseUrl: `https://${LONG_HOST}`,
    tags: numbered(MOST.tags, (number) => `${"t".repeat(37)}${number}`),
    redirectUrls: numbered(
      MOST.redirectUrls,
      (number) => `https://${LONG_HOST}/${"path".repeat(40)}/${number}`,
    ),
    scopes: [
      "company/products/read",
      "company/customers/read",
      ...numbered(MOST.scopes - 2, (number) => `${"s".repeat(125)}${number}`),
    ],
  };
}

function longEmail(): string {
  return `${newId()}${"e".repeat(40)}@${LONG_HOST}`;
}

/** The client's secrets, companies, traffic, and changes, and an installed extension. */
async function mintUse(
  { organizationId, owner }: MintedOrganization,
  client: Awaited<ReturnType<typeof mintClient>>,
) {
  const { clientId } = client;
  await mintSecret(clientId);
  await db().clientSecret.updateMany({
    where: { clientId },
    data: { name: "n".repeat(60), lastUsedAt: new Date(), lastUsedFrom: ADDRESS },
  });
  const { scopes } = longClient();
  const { companyId } = await mintCompany();
  await db().company.update({ where: { id: companyId }, data: { name: LONG_NAME } });
  await mintGrant(clientId, companyId, scopes);
  const publisher = await mintOrganization();
  const installed = await mintClient(publisher.organizationId, longClient());
  await mintOrganizationGrant(installed.clientId, organizationId, scopes, owner.userId);
  const denied = mintCall(
    { client, companyId },
    { callerKind: "seller", systemUserId: null, userId: owner.userId, ...DENIED_CALL },
  );
  await flushCalls();
  await mintEvents(clientId, [
    {},
    denial("invalid_grant", { detail: LONG_NAME, requestId: "r".repeat(64) }),
    denial("insufficient_scope", {
      kind: "bearer",
      requestId: denied.requestId,
      check: DENIED_CALL.denial,
      fix: { kind: "request_scopes", scopes },
    }),
  ]);
  await mintAuditRows(organizationId, owner.userId, [
    {
      target: `client:${clientId}`,
      before: { name: LONG_NAME, redirect_urls: [] },
      after: { name: LONG_NAME.toLowerCase(), redirect_urls: longClient().redirectUrls },
      requestId: "r".repeat(64),
    },
  ]);
}

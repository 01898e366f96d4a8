import { recordPlatformChange } from "@/lib/audit/record-change";
import { patchClient } from "@/lib/clients/write-clients";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { openSession } from "@/lib/identity/sessions/open-session";
import { createInvitation } from "@/lib/tenants/organizations/members/members";
import { type MintedUser, mintClient } from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { denial, mintEvents } from "@/test/factories/mint-events";
import type { Installation } from "@/test/factories/mint-installation";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute } from "@/test/requests/call-route";

/** The address of the person whom tests erase. */
export const EMAIL = "zephyrine@quillfeather.example";
const FORMER_EMAIL = "zeph@old.example";
/** Every text about the person that {@link leaveTraces} stores. */
export const TEXTS = [
  "Zephyrine",
  "Quillfeather",
  EMAIL,
  FORMER_EMAIL,
  "zephyrine%40quillfeather.example",
  "203.0.113.77",
  "shop-user-4711x",
];

/** The request that erases. */
export const info = { ipAddress: "192.0.2.7", requestId: newId() };
/** Who erases. */
export const actor = `service_key:${newId()}`;
const soon = () => new Date(Date.now() + 3_600_000);

/** Invites an address to the organization, from an IP address. */
export const invite = (
  organizationId: string,
  as: MintedUser,
  email: string,
  key: string,
  from = "192.0.2.7",
) =>
  callRoute(createInvitation, {
    params: { organization_id: organizationId },
    as,
    body: { email, role: "developer" },
    headers: { "idempotency-key": key, [CLIENT_ADDRESS_HEADER]: from },
  });

/**
 * Stores each text about a person wherever the service may store it.
 * @returns a token and a code that they have
 */
export async function leaveTraces(
  installation: Installation,
  person: MintedUser,
  owner: MintedUser,
): Promise<{ onlineToken: string; code: string }> {
  const { organizationId, companyId, client, grantId } = installation;
  const { clientId } = client;
  const { userId } = person;
  await recordPlatformChange(db(), actor, info, {
    action: "user.updated",
    target: `user:${userId}`,
    before: { email: FORMER_EMAIL },
    after: { email: EMAIL, external_id: "shop-user-4711x", last_name: "Quillfeather" },
  });
  await db().user.update({
    where: { id: userId },
    data: {
      email: EMAIL,
      firstName: "Zephyrine",
      lastName: "Quillfeather",
      externalId: "shop-user-4711x",
    },
  });
  await openSession(db(), userId, "live", {
    ipAddress: "203.0.113.77",
    userAgent: "Zephyrine's browser",
  });
  await invite(organizationId, person, "someone@else.example", newId(), "203.0.113.77");
  await mintInvitation(organizationId, { email: FORMER_EMAIL });
  const invitation = { id: newId(), email: EMAIL, role: "staff", expiresAt: soon() } as const;
  await db().companyInvitation.create({
    data: { ...invitation, companyId, tokenHash: new Uint8Array(sha256(newId())) },
  });
  await db().passwordResetLink.create({
    data: { userId, tokenHash: new Uint8Array(sha256(newId())), expiresAt: soon() },
  });
  await db().companyMember.create({ data: { companyId, userId, role: "owner" } });
  await mintSecondFactor(userId);
  const onlineToken = await mintAccessToken(installation, "online", { userId });
  const code = await mintCode(installation, { userId, sessionId: null });
  const reviewed = await mintClient(organizationId, { listing: "listed" });
  const params = { organization_id: organizationId, client_id: reviewed.clientId };
  configureTestEnv({ REVIEW_LISTINGS: "1" });
  for (const support_email of [FORMER_EMAIL, EMAIL])
    await callRoute(patchClient, { params, body: { support_email }, as: owner });
  configureTestEnv();
  await mintEvents(clientId, [
    denial("invalid_request", {
      detail: `Sent to https://shop.example/${EMAIL}`,
      difference: [
        {
          name: "nearest_redirect_url",
          values: { url: "https://shop.example/?who=Zephyrine%20Quillfeather" },
        },
      ],
      input: {
        parameters: {
          redirect_uri: "https://shop.example/Zephyrine%40quillfeather.example",
          who: "Zephyrine Quillfeather",
        },
      },
    }),
  ]);
  const request = { clientId, companyId, redirectUri: "https://shop.example", expiresAt: soon() };
  await db().authorizationRequest.createMany({
    data: [
      { ...request, id: newId(), userId },
      { ...request, id: newId(), userId: owner.userId, state: EMAIL },
    ],
  });
  await db().consentQuestion.create({
    data: { id: newId(), clientId, companyId, scopes: ["company/orders/read"], askedBy: userId },
  });
  await db().clientSecret.updateMany({
    where: { clientId },
    data: { lastUsedFrom: "203.0.113.77" },
  });
  await db().brand.create({ data: { productName: "Bazaar", supportEmail: EMAIL } });
  await db().grant.update({ where: { id: grantId }, data: { approvedBy: userId } });
  await db().grantEvent.create({
    data: {
      grantId,
      change: "granted",
      scopesBefore: [],
      scopesAfter: ["company/orders/read"],
      clientVersion: 1,
      userId,
    },
  });
  return { onlineToken, code };
}

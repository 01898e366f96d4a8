import { expect, it } from "vitest";
import { POST as rotateSecret } from "@/app/service/partner/authorization/v1.0/organization/[organization_id]/oauth/client/[client_id]/secret/route";
import { callRoute } from "@/e2e/support/call-route";
import { callToken } from "@/e2e/support/call-token";
import {
  browserHeaders,
  mintClient,
  mintOrganization,
  mintOrganizationGrant,
} from "@/e2e/support/mint";
import { storedHash } from "@/e2e/support/mint-code";
import { textOf } from "@/e2e/support/read-json";
import { rotateSecretContract } from "@/lib/clients/secrets/contract";
import { newToken } from "@/lib/crypto/tokens";
import { db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { removeInstalled } from "@/lib/organizations/installed/remove-installed";

const SCOPES = ["organization/clients/read", "organization/clients/write"];
const HOUR_MS = 3_600_000;

it("security 63: a secret that an extension made for a person ends when the extension is removed", async () => {
  const { organizationId, owner } = await mintOrganization();
  const publisher = await mintOrganization();
  const extension = await mintClient(publisher.organizationId, { scopes: SCOPES });
  const { clientId } = extension;
  await mintOrganizationGrant(clientId, organizationId, SCOPES, owner.userId);
  const grant = await db().grant.findFirstOrThrow({ where: { clientId, organizationId } });
  const online = newToken("online");
  await db().accessToken.create({
    data: {
      tokenHash: storedHash(online),
      kind: "online",
      clientId,
      organizationId,
      grantId: grant.id,
      grantEpoch: 1,
      userId: owner.userId,
      scopes: SCOPES,
      expiresAt: new Date(Date.now() + HOUR_MS),
    },
    select: { clientId: true },
  });

  const managed = await mintClient(organizationId, { scopes: SCOPES });
  const params = { organization_id: organizationId, client_id: managed.clientId };
  const rotated = await callRoute(rotateSecretContract, rotateSecret, {
    params,
    body: {},
    as: online,
  });
  const made = { ...managed, clientSecret: textOf(rotated.body.secret) };
  const call = {
    json: { grant_type: "client_credentials" },
    subject: `organization/${organizationId}`,
  };
  expect((await callToken("online", { client: made, companyId: 0 }, call)).status).toBe(200);

  await removeInstalled(
    new Request(`${env().baseUrl}/organization/${organizationId}/installed/${clientId}/remove`, {
      method: "POST",
      headers: browserHeaders(owner),
      body: new URLSearchParams(),
    }),
  );
  expect((await callToken("online", { client: made, companyId: 0 }, call)).status).toBe(401);
});

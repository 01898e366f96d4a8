import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { deleteClient } from "@/lib/clients/delete-client";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { removeInstalled } from "@/lib/tenants/organizations/installed/remove-installed";
import {
  browserHeaders,
  mintClient,
  mintManagementToken,
  mintOrganization,
} from "@/test/factories/mint";
import { mintThrough } from "@/test/factories/mint-through";
import { untilBlockedBy } from "@/test/process/until-blocked";
import { callRoute } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const SCOPES = ["organization/clients/read", "organization/clients/write"];

/**
 * An organization's secret that a person created through another organization's extension, which
 * has seen it too.
 */
async function mintSeenSecret() {
  const { organizationId, owner } = await mintOrganization();
  const { token, clientId, publisher } = await mintThrough(organizationId, owner, SCOPES);
  const managed = await mintClient(organizationId, { scopes: SCOPES });
  const params = { organization_id: organizationId, client_id: managed.clientId };
  const rotated = await callRoute(rotateSecret, {
    params,
    body: {},
    as: token,
  });
  const rotatedClient = { ...managed, clientSecret: textOf(rotated.body.secret) };
  const use = async () => {
    const call = {
      json: { grant_type: "client_credentials" },
      subject: `organization/${organizationId}`,
    };
    return (await callToken("online", { client: rotatedClient, companyId: 0 }, call)).status;
  };
  expect(await use()).toBe(200);
  return { organizationId, owner, publisher, clientId, use };
}

it("security 63: a secret that an extension created for a person ends when the extension is removed", async () => {
  const { organizationId, owner, clientId, use } = await mintSeenSecret();
  await answerOperation(removeInstalled)(
    new Request(`${env().baseUrl}/organization/${organizationId}/installed/${clientId}/remove`, {
      method: "POST",
      headers: browserHeaders(owner),
      body: new URLSearchParams(),
    }),
  );
  expect(await use()).toBe(401);
});

it("security 63: a secret created through an extension ends when the extension is deleted", async () => {
  const { organizationId, publisher, clientId, use } = await mintSeenSecret();
  const deleted = await callRoute(deleteClient, {
    params: { organization_id: publisher.organizationId, client_id: clientId },
    as: publisher.owner,
  });
  expect(deleted.status).toBe(200);
  expect(await use()).toBe(401);
  const audited = await db().auditRow.findFirst({
    where: { organizationId, action: "secret.revoked" },
    select: { actor: true },
  });
  expect(audited).toEqual({ actor: `client:${clientId}` });
});

it("security 63: a secret that a client created for a sibling ends when the client is deleted", async () => {
  const { organizationId, owner } = await mintOrganization();
  const maker = await mintClient(organizationId, { scopes: SCOPES });
  const token = await callToken(
    "online",
    { client: maker, companyId: 0 },
    { json: { grant_type: "client_credentials" }, subject: `organization/${organizationId}` },
  );
  const sibling = await mintClient(organizationId, { scopes: SCOPES });
  const rotated = await callRoute(rotateSecret, {
    params: { organization_id: organizationId, client_id: sibling.clientId },
    body: {},
    as: textOf(token.body.access_token),
  });
  const rotatedClient = { ...sibling, clientSecret: textOf(rotated.body.secret) };
  await callRoute(deleteClient, {
    params: { organization_id: organizationId, client_id: maker.clientId },
    as: owner,
  });
  const call = {
    json: { grant_type: "client_credentials" },
    subject: `organization/${organizationId}`,
  };
  expect((await callToken("online", { client: rotatedClient, companyId: 0 }, call)).status).toBe(
    401,
  );
});

it("security 63: a client that is deleted while its request waits gets no new secret", async () => {
  const { organizationId } = await mintOrganization();
  const { token, client } = await mintManagementToken(organizationId, SCOPES);
  const sibling = await mintClient(organizationId, { scopes: SCOPES });
  const slow = new Client(inject("databaseUrl"));
  await slow.connect();
  await slow.query("BEGIN");
  await slow.query("SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE", [
    organizationId,
  ]);
  await slow.query("UPDATE clients SET deleted_at = now() WHERE client_id = $1", [client.clientId]);

  const rotation = callRoute(rotateSecret, {
    params: { organization_id: organizationId, client_id: sibling.clientId },
    body: {},
    as: token,
  });
  await untilBlockedBy(slow);
  await slow.query("COMMIT");
  await slow.end();

  expect(await rotation).toMatchObject({ status: 401, body: { error: "invalid_token" } });
  expect(await db().clientSecret.count({ where: { clientId: sibling.clientId } })).toBe(1);
});

it("security 63: a secret that a client sees while its deletion waits ends too", async () => {
  const { organizationId, owner } = await mintOrganization();
  const maker = await mintClient(organizationId, { scopes: SCOPES });
  const sibling = await mintClient(organizationId, { scopes: SCOPES });
  const slow = new Client(inject("databaseUrl"));
  await slow.connect();
  await slow.query("BEGIN");
  await slow.query("SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE", [
    organizationId,
  ]);
  await slow.query("INSERT INTO client_secret_holders (secret_id, actor) VALUES ($1, $2)", [
    sibling.secretId,
    `client:${maker.clientId}`,
  ]);

  const deletion = callRoute(deleteClient, {
    params: { organization_id: organizationId, client_id: maker.clientId },
    as: owner,
  });
  await untilBlockedBy(slow);
  await slow.query("COMMIT");
  await slow.end();

  expect((await deletion).status).toBe(200);
  const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: sibling.secretId } });
  expect(secret.revokedAt).not.toBeNull();
});

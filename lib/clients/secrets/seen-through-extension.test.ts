import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { deleteClient } from "@/lib/clients/delete-client";
import { rotateSecret } from "@/lib/clients/secrets/secrets";
import { db } from "@/lib/core/db/client";
import { removeInstalled } from "@/lib/tenants/organizations/installed";
import {
  type MintedClient,
  type MintedUser,
  mintClient,
  mintManagementToken,
  mintOrganization,
} from "@/test/factories/mint";
import { mintThrough } from "@/test/factories/mint-through";
import { untilBlockedBy } from "@/test/process/until-blocked";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";
import { sendForm } from "@/test/requests/send-form";

const SCOPES = ["organization/clients/read", "organization/clients/write"];

const rotate = (organization_id: string, { clientId: client_id }: MintedClient, as: string) =>
  callRoute(rotateSecret, { params: { organization_id, client_id }, body: {}, as });
const remove = (organization_id: string, client_id: string, as: MintedUser) =>
  callRoute(deleteClient, { params: { organization_id, client_id }, as });
const use = async (organizationId: string, client: MintedClient) => {
  const subject = `organization/${organizationId}`;
  const call = { json: { grant_type: "client_credentials" }, subject };
  return (await callToken("online", { client, companyId: 0 }, call)).status;
};

/**
 * An organization's secret that a person created through another organization's extension, which
 * has seen it too.
 */
async function mintSeenSecret() {
  const { organizationId, owner } = await mintOrganization();
  const through = await mintThrough(organizationId, owner, SCOPES);
  const managed = await mintClient(organizationId, { scopes: SCOPES });
  const { body } = await rotate(organizationId, managed, through.token);
  const client = { ...managed, clientSecret: textOf(body.secret) };
  expect(await use(organizationId, client)).toBe(200);
  return { ...through, organizationId, owner, useSecret: () => use(organizationId, client) };
}

/** Another session that has locked an organization, and is not done yet. */
async function lockOrganization(organizationId: string): Promise<Client> {
  const slow = new Client(inject("databaseUrl"));
  await slow.connect();
  await slow.query("BEGIN");
  const lock = "SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE";
  await slow.query(lock, [organizationId]);
  return slow;
}

/** Lets a request wait for the session, which then commits. */
async function commitBefore(slow: Client, waiting: Promise<RouteAnswer>): Promise<RouteAnswer> {
  await untilBlockedBy(slow);
  await slow.query("COMMIT");
  await slow.end();
  return waiting;
}

it("security 63: a secret that an extension created for a person ends when the extension is removed", async () => {
  const {
    organizationId: organization_id,
    owner: as,
    clientId,
    useSecret,
  } = await mintSeenSecret();
  await sendForm(removeInstalled, { as, params: { organization_id, client_id: clientId } });
  expect(await useSecret()).toBe(401);
});

it("security 63: a secret created through an extension ends when the extension is deleted", async () => {
  const { organizationId, publisher, clientId, useSecret } = await mintSeenSecret();
  const deletion = await remove(publisher.organizationId, clientId, publisher.owner);
  expect([deletion.status, await useSecret()]).toEqual([200, 401]);
  const where = { organizationId, action: "secret.revoked" };
  expect(await db().auditRow.findMany({ where })).toMatchObject([{ actor: `client:${clientId}` }]);
});

it("security 63: a secret that a client created for a sibling ends when the client is deleted", async () => {
  const { organizationId, owner } = await mintOrganization();
  const { token, client: maker } = await mintManagementToken(organizationId, SCOPES);
  const sibling = await mintClient(organizationId, { scopes: SCOPES });
  const { body } = await rotate(organizationId, sibling, token);
  await remove(organizationId, maker.clientId, owner);
  const client = { ...sibling, clientSecret: textOf(body.secret) };
  expect(await use(organizationId, client)).toBe(401);
});

it("security 63: a client that is deleted while its request waits gets no new secret", async () => {
  const { organizationId } = await mintOrganization();
  const { token, client } = await mintManagementToken(organizationId, SCOPES);
  const sibling = await mintClient(organizationId, { scopes: SCOPES });
  const slow = await lockOrganization(organizationId);
  await slow.query("UPDATE clients SET deleted_at = now() WHERE client_id = $1", [client.clientId]);
  const rotation = await commitBefore(slow, rotate(organizationId, sibling, token));
  expect(rotation).toMatchObject({ status: 401, body: { error: "invalid_token" } });
  expect(await db().clientSecret.count({ where: { clientId: sibling.clientId } })).toBe(1);
});

it("security 63: a secret that a client sees while its deletion waits ends too", async () => {
  const { organizationId, owner } = await mintOrganization();
  const maker = await mintClient(organizationId, { scopes: SCOPES });
  const { secretId: id } = await mintClient(organizationId, { scopes: SCOPES });
  const slow = await lockOrganization(organizationId);
  const see = "INSERT INTO client_secret_holders (secret_id, actor) VALUES ($1, $2)";
  await slow.query(see, [id, `client:${maker.clientId}`]);
  const deletion = await commitBefore(slow, remove(organizationId, maker.clientId, owner));
  expect(deletion.status).toBe(200);
  const secret = await db().clientSecret.findUniqueOrThrow({ where: { id } });
  expect(secret.revokedAt).not.toBeNull();
});

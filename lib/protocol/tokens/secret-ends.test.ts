import { beforeEach, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/list-clients";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintGrant,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { aMinuteAgo, mintCode } from "@/test/factories/mint-code";
import { INSTALLED_SCOPES, REDIRECT_URI } from "@/test/factories/mint-installation";
import { introspect } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let organization: MintedOrganization;
let client: MintedClient;
let params: { organization_id: string; client_id: string };

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: ["organization/clients/read", ...INSTALLED_SCOPES],
  });
  params = { organization_id: organization.organizationId, client_id: client.clientId };
});

const as = () => organization.owner;
const rotate = async (overlapSeconds: number): Promise<MintedClient> => {
  const body = { overlap_seconds: overlapSeconds };
  const rotated = await callRoute(rotateSecret, { params, as: as(), body });
  return {
    ...client,
    clientSecret: textOf(rotated.body.secret),
    secretId: textOf(rotated.body.id),
  };
};
const revoke = (secretId: string) =>
  callRoute(revokeSecret, { params: { ...params, secret_id: secretId }, as: as() });

async function ownToken(from: MintedClient, subject: string): Promise<string> {
  const call = { json: { grant_type: "client_credentials" }, subject };
  const { body } = await callToken("online", { client: from, companyId: 0 }, call);
  return textOf(body.access_token);
}

const forOrganization = (from = client) =>
  ownToken(from, `organization/${organization.organizationId}`);

async function forCompany(from = client): Promise<string> {
  return ownToken(from, `company/${organization.companyId}`);
}

const statusOf = async (token: string) =>
  (await callRoute(listClients, { params, as: token })).status;
const isActive = async (token: string, by: MintedClient) =>
  (await introspect(by, token)).body.active;

describe("security 62: a client_credentials token whose secret ends", () => {
  it("ends at once when the secret is rotated without overlap, while the new secret's token works", async () => {
    const token = await forOrganization();
    expect(await statusOf(token)).toBe(200);
    const rotated = await rotate(0);
    expect(await statusOf(token)).toBe(401);
    expect(await isActive(token, rotated)).toBe(false);
    expect(await statusOf(await forOrganization(rotated))).toBe(200);
  });

  it("ends at once when the secret is revoked, while another secret's token works", async () => {
    const otherSecret = await mintSecret(client.clientId);
    const second = { ...client, clientSecret: otherSecret.secret, secretId: otherSecret.secretId };
    const [token, kept] = [await forOrganization(), await forOrganization(second)];
    expect((await revoke(client.secretId)).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
    expect(await statusOf(kept)).toBe(200);
  });

  it("ends with the overlap and not before", async () => {
    const token = await forOrganization();
    const rotated = await rotate(3600);
    expect(await statusOf(token)).toBe(200);
    expect(await isActive(token, rotated)).toBe(true);
    const { secretId } = client;
    await db().clientSecret.update({ where: { id: secretId }, data: { expiresAt: aMinuteAgo() } });
    expect(await statusOf(token)).toBe(401);
    expect(await isActive(token, rotated)).toBe(false);
  });

  it("ends at a company's endpoint too, with a message that says what to do", async () => {
    await mintGrant(client.clientId, organization.companyId, INSTALLED_SCOPES);
    const token = await forCompany();
    expect((await callProducts(token)).status).toBe(200);
    const rotated = await rotate(0);
    const denied = await callProducts(token);
    expect([denied.status, denied.body.error]).toEqual([401, "invalid_token"]);
    expect(denied.body.message).toMatch(/secret .* (rotated|revoked)/);
    expect(await isActive(token, rotated)).toBe(false);
  });

  it("ends without affecting the client's installations", async () => {
    const { grantId } = await mintGrant(client.clientId, organization.companyId, INSTALLED_SCOPES);
    const installation = {
      ...organization,
      client,
      companyId: organization.companyId,
      seller: organization.owner,
      grantId,
    };
    const code = await mintCode(installation);
    const online = await exchange("online", installation, code);
    const offline = await exchange("offline", installation, code);
    const rotated = await rotate(0);
    for (const { body } of [online, offline]) {
      expect((await callProducts(textOf(body.access_token))).status).toBe(200);
    }
    const refreshed = await refresh(
      { ...installation, client: rotated },
      textOf(offline.body.refresh_token),
    );
    expect(refreshed.status).toBe(200);
  });
});

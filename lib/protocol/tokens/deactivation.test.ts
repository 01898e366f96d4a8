import { beforeEach, describe, expect, it } from "vitest";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { deleteClient } from "@/lib/clients/delete-client";
import { listClients } from "@/lib/clients/list-clients";
import { patchClient } from "@/lib/clients/patch-client";
import { restoreClient } from "@/lib/clients/restore-client";
import { db } from "@/lib/core/db/client";
import { type MintedUser, mintClient, mintMember } from "@/test/factories/mint";
import { mintCode, storedHash } from "@/test/factories/mint-code";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { introspect, revoke } from "@/test/requests/call-administration";
import { callProducts } from "@/test/requests/call-products";
import { callRoute } from "@/test/requests/call-route";
import { callToken, exchange, refresh } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;
let params: { organization_id: string; client_id: string };
let owner: MintedUser;

beforeEach(async () => {
  installation = await mintInstallation({
    scopes: ["organization/clients/read", ...INSTALLED_SCOPES],
  });
  const { organizationId, client } = installation;
  params = { organization_id: organizationId, client_id: client.clientId };
  owner = await mintMember(organizationId, "owner");
});

const setActive = (isActive: boolean) =>
  callRoute(patchClient, { params, as: owner, body: { is_active: isActive } });

async function turnOffAndOn(): Promise<void> {
  expect((await setActive(false)).status).toBe(200);
  expect((await setActive(true)).status).toBe(200);
}

async function tokens() {
  const code = await mintCode(installation);
  const online = await exchange("online", installation, code);
  const offline = await exchange("offline", installation, code);
  const ownToken = await callToken("online", installation, {
    json: { grant_type: "client_credentials" },
  });
  return {
    refreshToken: textOf(offline.body.refresh_token),
    access: [online, offline, ownToken].map(({ body }) => textOf(body.access_token)),
  };
}

const managementToken = async () => {
  const { body } = await callToken("online", installation, {
    json: { grant_type: "client_credentials" },
    subject: `organization/${installation.organizationId}`,
  });
  return textOf(body.access_token);
};

const listStatus = async (token: string) =>
  (await callRoute(listClients, { params, as: token })).status;

describe("security 62: access tokens from before a deactivation", () => {
  it("are rejected while the client is inactive and after it is active again", async () => {
    const { access } = await tokens();
    const management = await managementToken();
    for (const token of access) expect((await callProducts(token)).status).toBe(200);
    await setActive(false);
    for (const token of access) {
      const { status, body } = await callProducts(token);
      expect([status, body.error]).toEqual([401, "invalid_token"]);
    }
    await setActive(true);
    for (const token of access) {
      const { status, body } = await callProducts(token);
      expect([status, body.error]).toEqual([401, "invalid_token"]);
      expect(body.message).toMatch(/deactivated/);
      expect((await introspect(installation.client, token)).body).toEqual({ active: false });
      expect((await revoke(installation.client, token)).status).toBe(200);
    }
    expect(await listStatus(management)).toBe(401);
    expect(await listStatus(await managementToken())).toBe(200);
  });

  it("end the same way when many clients are deactivated at once", async () => {
    const { access } = await tokens();
    const as = owner;
    const { clientId } = installation.client;
    for (const action of ["deactivate", "activate"]) {
      const body = { action, client_ids: [clientId] };
      const { status } = await callRoute(changeClients, { params, as, body });
      expect(status).toBe(200);
    }
    for (const token of access) expect((await callProducts(token)).status).toBe(401);
  });

  it("end with a deletion, even when the client is restored and activated", async () => {
    const management = await managementToken();
    await callRoute(deleteClient, { params, as: owner });
    await callRoute(restoreClient, { params, as: owner });
    expect((await setActive(true)).status).toBe(200);
    expect(await listStatus(management)).toBe(401);
    expect(await listStatus(await managementToken())).toBe(200);
  });

  it("survive any other change to the client", async () => {
    const { access } = await tokens();
    const body = { access_token_lifetime: 600, is_active: true };
    await callRoute(patchClient, { params, as: owner, body });
    for (const token of access) expect((await callProducts(token)).status).toBe(200);
  });

  it("never survive a concurrent deactivation", async () => {
    const code = await mintCode(installation);
    const { body } = await exchange("offline", installation, code);
    const refreshToken = textOf(body.refresh_token);
    const refreshing = Array.from({ length: 12 }, () => refresh(installation, refreshToken));
    const [, ...answers] = await Promise.all([setActive(false), ...refreshing]);
    await setActive(true);
    for (const answer of answers) {
      if (answer.status !== 200) continue;
      const token = textOf(answer.body.access_token);
      const stored = await db().accessToken.findFirstOrThrow({
        where: { tokenHash: storedHash(token) },
      });
      const { tokenEpoch } = await db().client.findUniqueOrThrow({
        where: { clientId: installation.client.clientId },
      });
      expect(stored.clientEpoch).toBeLessThan(tokenEpoch);
      expect((await callProducts(token)).status).toBe(401);
    }
  });
});

describe("security 62: while a client is inactive", () => {
  it("its token requests return unauthorized_client, consume nothing, and work afterwards", async () => {
    const { refreshToken } = await tokens();
    const code = await mintCode(installation);
    await setActive(false);
    const denied = [
      await exchange("online", installation, code),
      await exchange("offline", installation, code),
      await refresh(installation, refreshToken),
      await callToken("online", installation, { json: { grant_type: "client_credentials" } }),
    ];
    for (const { status, body } of denied) {
      expect([status, body.error]).toEqual([400, "unauthorized_client"]);
      expect(body.message).toMatch(/inactive/);
    }
    await setActive(true);
    for (const answer of [
      await exchange("online", installation, code),
      await exchange("offline", installation, code),
      await refresh(installation, refreshToken),
    ]) {
      expect(answer.status).toBe(200);
      expect((await callProducts(textOf(answer.body.access_token))).status).toBe(200);
    }
  });

  it("a wrong secret still reveals nothing more", async () => {
    await setActive(false);
    const otherClient = await mintClient(installation.organizationId);
    const client = { ...installation.client, clientSecret: otherClient.clientSecret };
    const { status, body } = await refresh({ ...installation, client }, "lkr_");
    expect([status, body.error]).toEqual([401, "invalid_client"]);
  });
});

it("a token stored without its client's epoch gets the current one", async () => {
  const { access } = await tokens();
  const tokenHash = storedHash(access[1] ?? "");
  const stored = await db().accessToken.findFirstOrThrow({ where: { tokenHash } });
  await turnOffAndOn();
  const lateHash = storedHash("stored late");
  const { clientEpoch: _epoch, ...columns } = stored;
  await db().accessToken.create({ data: { ...columns, tokenHash: lateHash } });
  const { clientEpoch } = await db().accessToken.findFirstOrThrow({
    where: { tokenHash: lateHash },
  });
  expect(clientEpoch).toBe((stored.clientEpoch ?? 0) + 1);
});

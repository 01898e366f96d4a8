import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { receiveCode } from "@/lib/developer-tools/playground/receive-code";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { sandboxCallback } from "@/lib/protocol/authorize/match-redirect-uri";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";

const SCOPES = ["company/products/read"];

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { scopes: SCOPES });
  await register(sandboxCallback());
  await mintGrant(client.clientId, organization.companyId, SCOPES);
});

function register(...redirectUrls: string[]) {
  return db().client.update({ where: { clientId: client.clientId }, data: { redirectUrls } });
}

/** The code that authorize sends to the browser of the organization's owner. */
async function codeOf(redirect_uri = sandboxCallback()): Promise<string> {
  const { companyId, owner: seller } = organization;
  const query = { scope: SCOPES.join(), redirect_uri };
  return redirectParameters(await callAuthorize({ client, companyId, seller }, query)).code ?? "";
}

function arrive(code: string, as: MintedUser | null = organization.owner): Promise<Response> {
  const headers = new Headers(as ? { cookie: as.cookie } : {});
  return receiveCode(new Request(`${sandboxCallback()}?code=${code}`, { headers }));
}

async function expectRejected(code: string, as?: MintedUser | null): Promise<void> {
  const { status, headers } = await arrive(code, as);
  expect([status, headers.get("location")]).toEqual([400, null]);
}

describe("a code at our own callback", () => {
  it("security 120: leads to the quick start, whose address does not have it, and the run goes on with it", async () => {
    const code = await codeOf();
    const response = await arrive(code);
    const location = response.headers.get("location") ?? "";
    expect(location).not.toContain(code);
    const { organizationId, companyId, owner } = organization;
    const page = `/organization/${organizationId}/clients/${client.clientId}/connect`;
    expect([response.status, location.split("#")[0]]).toEqual([
      302,
      `${page}?company=${companyId}`,
    ]);
    const { body } = await callRoute(runPlaygroundStep, {
      as: owner,
      params: { organization_id: organizationId, client_id: client.clientId },
      body: { company_id: companyId, step: "offline_token", run: location.split("#run=")[1] },
    });
    expect(body.outcome).toBe("done");
  });

  it("security 120: is rejected once it was used", async () => {
    const code = await codeOf();
    const where = { clientId: client.clientId };
    await db().authorizationCode.updateMany({ where, data: { offlineUsedAt: new Date() } });
    await expectRejected(code);
  });

  it("security 120: is rejected from a member who may not act for the client", async () => {
    const code = await codeOf();
    const { organizationId } = organization;
    const auditor = { where: { organizationId }, data: { role: "auditor" as const } };
    await db().organizationMember.updateMany(auditor);
    await expectRejected(code);
  });

  it("security 120: is rejected once its company is no longer a sandbox", async () => {
    const code = await codeOf();
    const { companyId: id } = organization;
    await db().company.update({ where: { id }, data: { isSandbox: false } });
    await expectRejected(code);
  });

  it("security 120: is rejected if it is made up, or sent by someone else or without a session", async () => {
    const code = await codeOf();
    await expectRejected(code, await mintMember(organization.organizationId, "owner"));
    await expectRejected(code, null);
    await expectRejected("made up");
  });

  it("security 120: is rejected if its redirect URL only resembles the callback", async () => {
    const similar = `${env().baseUrl}/sandbox/c%61llback`;
    await register(similar);
    await expectRejected(await codeOf(similar));
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { receiveCode } from "@/lib/developer-tools/playground/receive-code";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { sandboxCallback } from "@/lib/protocol/authorize/match-redirect-uri";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { callRoute } from "@/test/requests/call-route";

const SCOPES = ["company/products/read"];
const QUERY = { scope: SCOPES.join(), redirect_uri: "" };

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  client = await mintClient(organization.organizationId, { scopes: SCOPES });
  await register(sandboxCallback());
  QUERY.redirect_uri = sandboxCallback();
  await mintGrant(client.clientId, organization.companyId, SCOPES);
});

function register(...redirectUrls: string[]) {
  return db().client.update({ where: { clientId: client.clientId }, data: { redirectUrls } });
}

/** Where authorize sends the browser of the organization's owner. */
function launch(query: Record<string, string> = {}, companyId = organization.companyId) {
  const { owner: seller } = organization;
  return callAuthorize({ client, companyId, seller }, { ...QUERY, ...query });
}

async function codeOf(query: Record<string, string> = {}): Promise<string> {
  return redirectParameters(await launch(query)).code ?? "";
}

function arrive(code: string, as: MintedUser | null = organization.owner): Promise<Response> {
  const headers = new Headers(as ? { cookie: as.cookie } : {});
  return receiveCode(new Request(`${sandboxCallback()}?code=${code}`, { headers }));
}

describe("a code at our own callback", () => {
  it("leads back to the quick start, where the run goes on with it", async () => {
    const code = await codeOf();
    const response = await arrive(code);
    const location = response.headers.get("location") ?? "";
    const { organizationId, companyId, owner } = organization;
    const page = `/organization/${organizationId}/clients/${client.clientId}/quick-start`;
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

  it("security 120: is in no referrer, no cache, and no address that it leads to", async () => {
    const code = await codeOf();
    const response = await arrive(code);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("location")).not.toContain(code);
  });

  it("security 120: rejects a code that was used, made up, or sent by someone else or without a session", async () => {
    const code = await codeOf();
    const colleague = await mintMember(organization.organizationId, "owner");
    const answers = [
      await arrive(code, colleague),
      await arrive(code, null),
      await arrive("made up"),
    ];
    await db().authorizationCode.updateMany({
      where: { clientId: client.clientId },
      data: { offlineUsedAt: new Date() },
    });
    answers.push(await arrive(code));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual([null, null, null, null]);
  });

  it("security 120: a code is rejected from a member who may not act for the client", async () => {
    const code = await codeOf();
    await db().organizationMember.updateMany({
      where: { organizationId: organization.organizationId },
      data: { role: "auditor" },
    });
    expect((await arrive(code)).status).toBe(400);
  });

  it("security 120: a code is rejected if its redirect URL only resembles the callback", async () => {
    const similar = `${env().baseUrl}/sandbox/c%61llback`;
    await register(similar);
    expect((await arrive(await codeOf({ redirect_uri: similar }))).status).toBe(400);
  });

  it("security 120: a code is rejected once its company is no longer a sandbox", async () => {
    const code = await codeOf();
    const { companyId: id } = organization;
    await db().company.update({ where: { id }, data: { isSandbox: false } });
    expect((await arrive(code)).status).toBe(400);
  });
});

describe("authorize with our own callback", () => {
  it.each(["/sandbox/callback", "/sandbox/callback?x=1", "/sandbox/c%61llback", "/consent/x"])(
    "security 120: issues no code to %s for a company that is not a sandbox",
    async (path) => {
      const address = `${env().baseUrl}${path}`;
      await register(address);
      const { companyId } = await mintCompany();
      const { userId } = organization.owner;
      await db().companyMember.create({ data: { companyId, userId, role: "owner" } });
      await mintGrant(client.clientId, companyId, SCOPES);
      const response = await launch({ redirect_uri: address }, companyId);
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      const where = { clientId: client.clientId };
      expect(await db().authorizationCode.count({ where })).toBe(0);
    },
  );

  it("security 120: issues no code unless the client has registered exactly it", async () => {
    await register("https://shipfast.example.com/fp/auth");
    expect((await launch()).status).toBe(400);
    await register(sandboxCallback());
    expect((await launch({ redirect_uri: `${sandboxCallback()}/` })).status).toBe(400);
  });
});

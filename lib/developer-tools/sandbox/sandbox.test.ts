import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { listSandboxes, runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { perform } from "@/lib/operation/perform";
import {
  type MintedUser,
  mintCompany,
  mintCompanyMember,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintCode } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken, mintRefreshToken } from "@/test/factories/mint-tokens";
import { requestConsent } from "@/test/requests/call-consent";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";

let installation: Installation;
let developer: MintedUser;

beforeEach(async () => {
  installation = await mintInstallation();
  developer = await mintMember(installation.organizationId, "developer");
  await markSandbox(installation.companyId);
});

async function markSandbox(companyId: number): Promise<void> {
  await db().company.update({ where: { id: companyId }, data: { isSandbox: true } });
}

function act(action: string, companyId = installation.companyId): Promise<RouteAnswer> {
  const { organizationId, client } = installation;
  const params = { organization_id: organizationId, client_id: client.clientId };
  const body = { company_id: companyId, action };
  return callRoute(runSandboxAction, { as: developer, params, body });
}

/** The entries in the client's log with this request id. */
const logged = (requestId: unknown) => {
  const { clientId } = installation.client;
  return db().authorizationEvent.findMany({ where: { clientId, requestId: textOf(requestId) } });
};

describe("a sandbox action", () => {
  it("expires live access tokens and nothing else", async () => {
    await mintAccessToken(installation, "offline");
    await mintAccessToken(installation, "online");
    await mintRefreshToken(installation);
    const { body } = await act("expire_access_tokens");
    expect(body).toMatchObject({ changed: 2, request_id: null });
    expect((await act("expire_access_tokens")).body.changed).toBe(0);
    expect((await act("expire_refresh_tokens")).body.changed).toBe(1);
  });

  it("replays the last used code: its tokens are revoked, and the failure log says so", async () => {
    await mintCode(installation, { offlineUsedAt: new Date() });
    const { body } = await act("replay_code");
    expect(body.changed).toBe(1);
    expect(await logged(body.request_id)).toMatchObject([
      { kind: "token", outcome: "refused", reason: "invalid_grant", check: "code_unused" },
    ]);
  });

  it("rejects and logs nothing when there is no code or request", async () => {
    for (const action of ["replay_code", "reject"]) {
      expect((await act(action)).body).toMatchObject({ changed: 0, request_id: null });
    }
    const { clientId } = installation.client;
    expect(await db().authorizationEvent.count({ where: { clientId } })).toBe(0);
  });

  it("rejects requests awaiting consent, and the log says so", async () => {
    await requestConsent(installation, { prompt: "consent" });
    const { body } = await act("reject");
    expect(body.changed).toBe(1);
    expect(await logged(body.request_id)).toMatchObject([
      { kind: "consent", outcome: "refused", reason: "access_denied" },
    ]);
  });

  it("uninstalls: the grant ends", async () => {
    expect((await act("uninstall")).body).toMatchObject({ changed: 1, request_id: null });
    const { clientId } = installation.client;
    expect(await db().grant.count({ where: { clientId, revokedAt: null } })).toBe(0);
    expect((await act("uninstall")).body.changed).toBe(0);
  });

  it("does not affect a company that is not a sandbox", async () => {
    const { companyId } = await mintCompany();
    expect((await act("uninstall", companyId)).status).toBe(404);
  });
});

const sandboxesOf = (organizationId: string, userId: string) =>
  perform(listSandboxes, { caller: { kind: "user", organizationId, userId, role: "developer" } });

describe("the list of sandbox companies", () => {
  it("contains the organization's own company first, then those of the person, and no others", async () => {
    const { organizationId, companyId, owner } = await mintOrganization();
    const joined = await mintCompany();
    await markSandbox(joined.companyId);
    await db().companyMember.create({
      data: { companyId: joined.companyId, userId: owner.userId, role: "staff" },
    });
    await mintOrganization();
    const sandboxes = await sandboxesOf(organizationId, owner.userId);
    expect(sandboxes.map(({ name: _, ...sandbox }) => sandbox)).toEqual([
      { companyId, isOwn: true, role: "owner" },
      { companyId: joined.companyId, isOwn: false, role: "staff" },
    ]);
  });

  it("contains the organization's company without a role for a member who does not belong to it", async () => {
    const { organizationId, companyId } = await mintOrganization();
    const { userId } = await mintMember(organizationId, "developer");
    await mintCompanyMember((await mintCompany()).companyId, "owner");
    expect(await sandboxesOf(organizationId, userId)).toEqual([
      { companyId, name: "Acme Retail", isOwn: true, role: null },
    ]);
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { issuerPath } from "@/lib/protocol/metadata/issuer";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintThrough } from "@/test/factories/mint-through";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { exchange } from "@/test/requests/call-token";
import { fieldAt, listOf } from "@/test/requests/read-json";

const WRITE = "organization/clients/write";

let organization: MintedOrganization;
let client: MintedClient;
let extension: Server;
/** Whom the extension's online tokens act for, in the order in which it got them. */
let signedIn: unknown[];
/** What happens before the extension redirects to authorize. */
let beforeInstall: () => Promise<unknown>;

beforeEach(async () => {
  organization = await mintOrganization();
  signedIn = [];
  beforeInstall = async () => {};
  extension = createServer(async ({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    if (pathname === "/fp/install") {
      await beforeInstall();
      response.writeHead(302, { location: authorizeAddress() });
    }
    if (pathname === "/fp/auth" && searchParams.get("state") === "s") {
      const { companyId } = organization;
      const code = searchParams.get("code") ?? "";
      const { body } = await exchange("online", { client, companyId }, code);
      signedIn.push(fieldAt(body, "current_user.id"));
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(extension, "listening");
  client = await mintClient(organization.organizationId, {
    baseUrl: baseUrl(),
    redirectUrls: [`${baseUrl()}/fp/auth`],
  });
});

afterEach(async () => {
  const closed = once(extension, "close");
  extension.close();
  extension.closeAllConnections();
  await closed;
});

const baseUrl = () => `http://127.0.0.1:${(extension.address() as AddressInfo).port}`;

function authorizeAddress(): string {
  const { companyId } = organization;
  const parameters = { client_id: client.clientId, redirect_uri: `${baseUrl()}/fp/auth` };
  const query = new URLSearchParams({ ...parameters, response_type: "code", state: "s" });
  return `${env().clusterUrl}${issuerPath({ companyId, organizationId: null })}/oauth/authorize?${query}`;
}

const check = (as: RouteCall["as"] & {}, more: Partial<RouteCall> = {}) =>
  callRoute(runConformanceCheck, {
    params: { organization_id: organization.organizationId, client_id: client.clientId },
    body: { company_id: organization.companyId },
    as,
    ...more,
  });

const setCompanyRole = (userId: string, role: "owner" | "admin" | "staff") =>
  db().companyMember.upsert({
    where: { companyId_userId: { companyId: organization.companyId, userId } },
    create: { companyId: organization.companyId, userId, role },
    update: { role },
  });

async function mintDeveloper(role: "owner" | "admin" | "staff" | null): Promise<MintedUser> {
  const developer = await mintMember(organization.organizationId, "developer");
  if (role) await setCompanyRole(developer.userId, role);
  return developer;
}

const grantEvents = () => {
  const where = { grant: { clientId: client.clientId } };
  return db().grantEvent.findMany({ where, orderBy: { id: "asc" } });
};

async function expectNothingIssued(): Promise<void> {
  const where = { clientId: client.clientId };
  expect(signedIn).toEqual([]);
  expect(await db().grant.count({ where })).toBe(0);
  expect(await db().authorizationCode.count({ where })).toBe(0);
  expect(await db().accessToken.count({ where })).toBe(0);
}

describe("security 125: the conformance check", () => {
  it("acts as the member who runs it, in their session, and removes what it installed", async () => {
    const developer = await mintDeveloper("admin");
    const { status, body } = await check(developer);
    expect(status).toBe(200);
    const steps = ["install", "tokens", "state"].map((step) => ({ step, verdict: "passed" }));
    expect(listOf(body.steps).slice(0, 3)).toMatchObject(steps);
    const { userId, cookie } = developer;
    expect(signedIn).toEqual([userId, userId]);
    const { clientId } = client;
    const tokens = await db().accessToken.findMany({ where: { clientId } });
    const own = { userId, sessionId: readSessionId(cookie) };
    expect(tokens).toMatchObject([own, own]);
    const events = await grantEvents();
    expect(new Set(events.map((event) => event.userId))).toEqual(new Set([userId]));
    expect(events.at(-1)?.change).toBe("revoked");
  });

  it("gives a token nothing, whomever it acts for and whatever cookie comes with it", async () => {
    const { organizationId, owner } = organization;
    const { token } = await mintManagementToken(organizationId, [WRITE]);
    const through = await mintThrough(organizationId, owner, [WRITE]);
    for (const as of [token, through.token]) {
      for (const headers of [undefined, { cookie: owner.cookie, origin: env().baseUrl }]) {
        const { status, body } = await check(as, headers && { headers });
        expect([status, body.error]).toEqual([403, "forbidden"]);
        expect(body.message).toContain("Run the check signed in.");
      }
    }
    await expectNothingIssued();
  });

  it.each(["staff", null] as const)(
    "tells a member who is %s in the sandbox whom to ask, and installs nothing",
    async (role) => {
      const { status, body } = await check(await mintDeveloper(role));
      expect([status, body.error]).toEqual([403, "forbidden"]);
      expect(body.message).toContain("only its owners and admins can do");
      await expectNothingIssued();
    },
  );

  it("stops when the member loses their role meanwhile, and removes what it installed", async () => {
    const developer = await mintDeveloper("admin");
    let installs = 0;
    beforeInstall = async () => {
      installs += 1;
      if (installs === 3) await setCompanyRole(developer.userId, "staff");
    };
    expect((await check(developer)).status).toBe(403);
    expect(signedIn).toEqual([developer.userId]);
    expect((await grantEvents()).map(({ change }) => change)).toEqual(["granted", "revoked"]);
  });

  it("belongs to the organization whose sandbox it is, even for an owner of both", async () => {
    const { companyId } = await mintOrganization();
    const { userId } = organization.owner;
    await db().companyMember.create({ data: { companyId, userId, role: "owner" } });
    expect((await check(organization.owner, { body: { company_id: companyId } })).status).toBe(404);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { createClient } from "@/lib/clients/create-client";
import { listClients } from "@/lib/clients/list-clients";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { leaveOrganization } from "@/lib/tenants/organizations/members/leave-organization";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { textOf } from "@/test/requests/read-json";

const READ = "organization/clients/read";
const WRITE = "organization/clients/write";
const SETTINGS = "organization/settings/write";

let organization: MintedOrganization;
let client: MintedClient;
let params: { organization_id: string };

beforeEach(async () => {
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  client = await mintClient(publisher.organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: [READ, WRITE, SETTINGS, "company/orders/read"],
  });
  params = { organization_id: organization.organizationId };
});

const subject = () => `organization/${organization.organizationId}`;

async function ask(as: MintedUser, scope: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope,
    state: "s",
  });
  const url = `${env().baseUrl}${OAUTH_PATH}/${subject()}/oauth/authorize?${query}`;
  const response = await authorize(new Request(url, { headers: { cookie: as.cookie } }));
  return response.headers.get("location") ?? "";
}

const requestIdOf = (location: string) => location.split("/").at(-1) ?? "";

/** The tokens of a launch, with consent where requested. */
async function launch(as: MintedUser, scope = `${READ},${WRITE}`) {
  const location = await ask(as, scope);
  const address = location.startsWith("/consent/")
    ? await addressAfterAllow(await pressConsent(requestIdOf(location), as))
    : new URL(location);
  const code = address.searchParams.get("code") ?? "";
  const json = { grant_type: "authorization_code", code };
  const at = { client, companyId: 0 };
  const online = await callToken("online", at, { json, subject: subject() });
  const offline = await callToken("offline", at, { json, subject: subject() });
  return {
    online: textOf(online.body.access_token),
    offline: textOf(offline.body.access_token),
  };
}

const list = (as: string): Promise<RouteAnswer> => callRoute(listClients, { params, as });

const create = (as: string, permissions = ["company/products/read"]): Promise<RouteAnswer> =>
  callRoute(createClient, {
    params,
    as,
    body: { meta: { name: "Made by a token" }, scopes: { permissions } },
  });

function expectLacks({ status, headers, body }: RouteAnswer, scope: string): void {
  expect([status, body.error]).toEqual([403, "insufficient_scope"]);
  expect(body.message).toContain(scope);
  expect(headers.get("www-authenticate")).toContain(`scope="${scope}"`);
}

describe("a token of the organization flow on the management API", () => {
  it("acts as the extension when offline and as the person when online", async () => {
    const { online, offline } = await launch(organization.owner);
    const responses = [await create(offline), await create(online)];
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const actors = await Promise.all(
      responses.map(({ body }) =>
        db().auditRow.findFirst({
          where: { ...organizationOnly(), target: `client:${body.client_id}` },
          select: { actor: true, action: true },
        }),
      ),
    );
    expect(actors).toEqual([
      { action: "client.created", actor: `client:${client.clientId}` },
      { action: "client.created", actor: `user:${organization.owner.userId}` },
    ]);
  });

  it("gets 403 insufficient_scope with the missing scope", async () => {
    const { online, offline } = await launch(organization.owner, READ);
    for (const token of [online, offline]) {
      expect((await list(token)).status).toBe(200);
      expectLacks(await create(token), WRITE);
    }
  });

  it("security 58: cannot grant a scope that it does not have", async () => {
    const { online, offline } = await launch(organization.owner);
    for (const token of [online, offline]) {
      expectLacks(await create(token, [SETTINGS]), SETTINGS);
    }
  });
});

const organizationOnly = () => ({ organizationId: organization.organizationId });

describe("security 58: an online token limited by its person's permissions", () => {
  const setRole = (userId: string, role: "admin" | "developer" | "auditor") =>
    db().organizationMember.updateMany({
      where: { ...organizationOnly(), userId },
      data: { role },
    });

  it("allows a developer less than the owner who installed the extension", async () => {
    const everything = `${READ},${WRITE},${SETTINGS}`;
    await launch(organization.owner, everything);
    const developer = await mintMember(organization.organizationId, "developer");
    const { online } = await launch(developer, everything);
    expect((await create(online)).status).toBe(201);
    const { status, body } = await create(online, [SETTINGS]);
    expect([status, body.error]).toEqual([403, "forbidden"]);
  });

  it("loses, by the next call, the permissions that the person has lost", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const { online } = await launch(admin);
    expect((await create(online)).status).toBe(201);
    await setRole(admin.userId, "auditor");
    expect((await create(online)).body.error).toBe("forbidden");
    expect((await list(online)).status).toBe(200);
    await db().organizationMember.deleteMany({
      where: { ...organizationOnly(), userId: admin.userId },
    });
    expect((await list(online)).body.error).toBe("invalid_token");
  });

  it("cannot end a membership, which only the person can do", async () => {
    const { online } = await launch(organization.owner);
    const leaveResponse = await callRoute(leaveOrganization, { params, as: online });
    expect(leaveResponse.status).toBe(403);
  });
});

describe("security 58: consent to scopes that carry permissions", () => {
  it("is not possible for an admin who lacks one of the permissions, and the page says whom to ask", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const id = requestIdOf(await ask(admin, `${READ},${SETTINGS}`));
    const session = await readSession(new Headers({ cookie: admin.cookie }));
    if (!session) throw new Error("nobody is signed in");
    expect(await openConsent(id, session)).toMatchObject({
      kind: "ask_an_admin",
      deciders: [{ email: organization.owner.email }],
    });
    expect((await pressConsent(id, admin)).status).toBe(403);
    expect(await db().grant.count({ where: organizationOnly() })).toBe(0);
    expect(await db().authorizationCode.count({ where: organizationOnly() })).toBe(0);
  });

  it("is possible for the owner with any permission and for an admin with permissions of their own", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const byAdmin = requestIdOf(await ask(admin, `${READ},${WRITE}`));
    expect((await pressConsent(byAdmin, admin)).status).toBe(200);
    const byOwner = requestIdOf(await ask(organization.owner, `${READ},${SETTINGS}`));
    expect((await pressConsent(byOwner, organization.owner)).status).toBe(200);
  });
});

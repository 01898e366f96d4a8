import { beforeEach, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/read-clients";
import { createClient } from "@/lib/clients/write-clients";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
import { leaveOrganization } from "@/lib/tenants/organizations/members/members";
import {
  type MintedClient,
  type MintedOrganization,
  type MintedUser,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { REDIRECT_URI } from "@/test/factories/mint-installation";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { fieldAt, textOf } from "@/test/requests/read-json";

const READ = "organization/clients/read";
const WRITE = "organization/clients/write";
const SETTINGS = "organization/settings/write";

let organization: MintedOrganization;
let client: MintedClient;
let params: { organization_id: string };
/** Rows of the organization. */
let where: { organizationId: string };

beforeEach(async () => {
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  client = await mintClient(publisher.organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: [READ, WRITE, SETTINGS, "company/orders/read"],
  });
  where = { organizationId: organization.organizationId };
  params = { organization_id: organization.organizationId };
});

const subject = () => `organization/${organization.organizationId}`;

function ask(as: MintedUser, more: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: `${READ},${WRITE}`,
    state: "s",
    ...more,
  });
  const url = `${env().baseUrl}${OAUTH_PATH}/${subject()}/oauth/authorize?${query}`;
  return authorize(new Request(url, { headers: { cookie: as.cookie } }));
}

const leadsTo = (response: Response) => response.headers.get("location") ?? "";
const requestIdOf = (response: Response) => leadsTo(response).split("/").at(-1) ?? "";
const callAt = (kind: "online" | "offline", json: object) =>
  callToken(kind, { client, companyId: 0 }, { json, subject: subject() });

/** Where a launch leads, with consent where requested. */
async function launch(as: MintedUser, scope = `${READ},${WRITE}`): Promise<URL> {
  const response = await ask(as, { scope });
  return leadsTo(response).startsWith("/consent/")
    ? addressAfterAllow(await pressConsent(requestIdOf(response), as))
    : new URL(leadsTo(response));
}

/** The responses that a launch's code leads to. */
async function redeem({ searchParams }: URL) {
  const json = { grant_type: "authorization_code", code: searchParams.get("code") };
  return { online: await callAt("online", json), offline: await callAt("offline", json) };
}

async function obtainTokens(as: MintedUser, scope?: string) {
  const { online, offline } = await redeem(await launch(as, scope));
  return { online: textOf(online.body.access_token), offline: textOf(offline.body.access_token) };
}

describe("sdk: the organization flow", () => {
  it("works like a company's, and its responses name the organization", async () => {
    const { owner, organizationId } = organization;
    const address = await launch(owner);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      organization_id: organizationId,
      client_id: client.clientId,
      state: "s",
    });
    const { online, offline } = await redeem(address);
    expect(fieldAt(online.body, "current_user._id")).toBe(owner.userId);
    const { refresh_token } = offline.body;
    const refreshed = await callAt("online", { grant_type: "refresh_token", refresh_token });
    expect(refreshed.status).toBe(200);
    expect(redirectParameters(await ask(owner))).toHaveProperty("code");
  });

  it("does not let developers allow it and shows nothing to strangers", async () => {
    const developer = await mintMember(organization.organizationId, "developer");
    const id = requestIdOf(await ask(developer));
    expect((await pressConsent(id, developer)).status).toBe(403);
    const { owner: stranger } = await mintOrganization();
    expect((await ask(stranger)).status).toBe(403);
  });
});

describe("the flow of an organization that requires a second factor", () => {
  const setUp = () => `/profile?required_by=${organization.organizationId}#second-factor`;
  const requireFactor = () =>
    db().organization.update({
      where: { id: organization.organizationId },
      data: { requireSecondFactor: true },
    });
  const countIssued = async () => [
    await db().grant.count({ where }),
    await db().authorizationCode.count({ where }),
  ];

  it("sends a member without one to set it up and then asks for consent", async () => {
    await requireFactor();
    const { userId } = organization.owner;
    expect(leadsTo(await ask(organization.owner))).toBe(setUp());
    expect(await db().authorizationRequest.count({ where })).toBe(0);
    await mintSecondFactor(userId);
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect(leadsTo(await ask(organization.owner))).toBe(setUp());
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
    expect((await launch(organization.owner)).searchParams.has("code")).toBe(true);
  });

  it("issues no code for an existing grant or prompt=none without it", async () => {
    await launch(organization.owner);
    await requireFactor();
    expect(leadsTo(await ask(organization.owner))).toBe(setUp());
    const silent = redirectParameters(await ask(organization.owner, { prompt: "none" }));
    expect(silent).toMatchObject({ error: "login_required", state: "s" });
    expect(await countIssued()).toEqual([1, 1]);
  });

  it("rejects consent to a request that was waiting when the requirement began", async () => {
    const id = requestIdOf(await ask(organization.owner));
    await requireFactor();
    const session = await readSession(new Headers({ cookie: organization.owner.cookie }));
    if (!session) throw new Error("The owner has no session");
    const required = { kind: "second_factor_required", setUpHref: setUp() };
    expect(await openConsent(id, session)).toEqual(required);
    expect(leadsTo(await pressConsent(id, organization.owner))).toBe(setUp());
    expect(await countIssued()).toEqual([0, 0]);
    const denied = await pressConsent(id, organization.owner, { decision: "deny" });
    expect(leadsTo(denied)).toBe(`/consent/${id}/rejected`);
  });

  it("rejects requests and consent from a session that awaits the second factor", async () => {
    const { owner } = organization;
    const id = requestIdOf(await ask(owner));
    await requireFactor();
    await mintSecondFactor(owner.userId);
    await db().userSession.updateMany({
      where: { userId: owner.userId },
      data: { secondFactorPending: true },
    });
    expect(leadsTo(await ask(owner))).toMatch(/^\/sign-in\?return_to=/);
    expect(leadsTo(await pressConsent(id, owner))).toBe(signInHref(`/consent/${id}`));
    expect(await countIssued()).toEqual([0, 0]);
  });
});

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
    const { online, offline } = await obtainTokens(organization.owner);
    const actors = [];
    for (const token of [offline, online]) {
      const { status, body } = await create(token);
      expect(status).toBe(201);
      const target = `client:${body.client_id}`;
      const row = await db().auditRow.findFirst({ where: { ...where, target } });
      expect(row?.action).toBe("client.created");
      actors.push(row?.actor);
    }
    expect(actors).toEqual([`client:${client.clientId}`, `user:${organization.owner.userId}`]);
  });

  it("security 58: gets 403 with the scope that it lacks, or that it would grant without having it", async () => {
    const reading = await obtainTokens(organization.owner, READ);
    for (const token of [reading.online, reading.offline]) {
      expect((await list(token)).status).toBe(200);
      expectLacks(await create(token), WRITE);
    }
    const writing = await obtainTokens(organization.owner);
    for (const token of [writing.online, writing.offline]) {
      expectLacks(await create(token, [SETTINGS]), SETTINGS);
    }
  });
});

describe("security 58: an online token limited by its person's permissions", () => {
  it("allows a developer less than the owner who installed the extension", async () => {
    const everything = `${READ},${WRITE},${SETTINGS}`;
    await launch(organization.owner, everything);
    const developer = await mintMember(organization.organizationId, "developer");
    const { online } = await obtainTokens(developer, everything);
    expect((await create(online)).status).toBe(201);
    const { status, body } = await create(online, [SETTINGS]);
    expect([status, body.error]).toEqual([403, "forbidden"]);
  });

  it("loses, by the next call, the permissions that the person has lost", async () => {
    const { userId, ...admin } = await mintMember(organization.organizationId, "admin");
    const { online } = await obtainTokens({ userId, ...admin });
    expect((await create(online)).status).toBe(201);
    const membership = { ...where, userId };
    await db().organizationMember.updateMany({ where: membership, data: { role: "auditor" } });
    expect((await create(online)).body.error).toBe("forbidden");
    expect((await list(online)).status).toBe(200);
    await db().organizationMember.deleteMany({ where: membership });
    expect((await list(online)).body.error).toBe("invalid_token");
  });

  it("cannot end a membership, which only the person can do", async () => {
    const { online } = await obtainTokens(organization.owner);
    const { status } = await callRoute(leaveOrganization, { params, as: online });
    expect(status).toBe(403);
  });
});

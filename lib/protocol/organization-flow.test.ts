import { beforeEach, describe, expect, it } from "vitest";
import { openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { authorize } from "@/lib/protocol/authorize/authorize";
import { OAUTH_PATH } from "@/lib/protocol/metadata/issuer";
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
import { introspect } from "@/test/requests/call-administration";
import { redirectParameters } from "@/test/requests/call-authorize";
import { addressAfterAllow, pressConsent } from "@/test/requests/call-consent";
import { callToken } from "@/test/requests/call-token";
import { fieldAt, textOf } from "@/test/requests/read-json";

let organization: MintedOrganization;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  const publisher = await mintOrganization();
  client = await mintClient(publisher.organizationId, {
    redirectUrls: [REDIRECT_URI],
    scopes: ["company/orders/read"],
  });
});

const subject = () => `organization/${organization.organizationId}`;

const organizationOnly = () => ({ organizationId: organization.organizationId });

function ask(as: MintedUser, more: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: "code",
    scope: "company/orders/read",
    state: "s",
    ...more,
  });
  const url = `${env().baseUrl}${OAUTH_PATH}/${subject()}/oauth/authorize?${query}`;
  return authorize(new Request(url, { headers: { cookie: as.cookie } }));
}

function requestIdOf(response: Response): string {
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

const exchangeAt = (kind: "online" | "offline", path: string, code: string) =>
  callToken(
    kind,
    { client, companyId: 0 },
    {
      json: { grant_type: "authorization_code", code },
      subject: path,
    },
  );

describe("sdk: the organization flow", () => {
  it("works like a company's, and its responses name the organization", async () => {
    const id = requestIdOf(await ask(organization.owner));
    const address = await addressAfterAllow(await pressConsent(id, organization.owner));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      organization_id: organization.organizationId,
      client_id: client.clientId,
      state: "s",
    });
    const code = address.searchParams.get("code") ?? "";
    const online = await exchangeAt("online", subject(), code);
    expect(fieldAt(online.body, "current_user._id")).toBe(organization.owner.userId);
    const offline = await exchangeAt("offline", subject(), code);
    const refreshed = await callToken(
      "online",
      { client, companyId: 0 },
      {
        json: { grant_type: "refresh_token", refresh_token: offline.body.refresh_token },
        subject: subject(),
      },
    );
    expect(refreshed.status).toBe(200);
    expect(redirectParameters(await ask(organization.owner))).toHaveProperty("code");
  });

  it("rejects a person who left, even if they belong to another organization", async () => {
    const person = await mintMember(organization.organizationId, "admin");
    const allowed = await pressConsent(requestIdOf(await ask(person)), person);
    const code = (await addressAfterAllow(allowed)).searchParams.get("code") ?? "";
    const online = await exchangeAt("online", subject(), code);
    const token = textOf(online.body.access_token);
    expect((await introspect(client, token)).body.active).toBe(true);
    const unused = redirectParameters(await ask(person)).code ?? "";

    const otherOrganization = await mintOrganization();
    await db().organizationMember.updateMany({
      where: { ...organizationOnly(), userId: person.userId },
      data: { organizationId: otherOrganization.organizationId },
    });
    expect((await introspect(client, token)).body).toEqual({ active: false });
    for (const kind of ["online", "offline"] as const) {
      expect((await exchangeAt(kind, subject(), unused)).body.error).toBe("invalid_grant");
    }
  });

  describe("the flow of an organization that requires a second factor", () => {
    const setUp = () => `/profile?required_by=${organization.organizationId}#second-factor`;
    const leadsTo = (response: Response) => response.headers.get("location");
    const grants = () => db().grant.count({ where: organizationOnly() });
    const codes = () => db().authorizationCode.count({ where: organizationOnly() });

    async function require(): Promise<void> {
      const { organizationId } = organization;
      await db().organization.update({
        where: { id: organizationId },
        data: { requireSecondFactor: true },
      });
    }

    it("sends a member without one to set it up and then asks for consent", async () => {
      await require();
      expect(leadsTo(await ask(organization.owner))).toBe(setUp());
      expect(await db().authorizationRequest.count({ where: organizationOnly() })).toBe(0);
      const { userId } = organization.owner;
      await mintSecondFactor(userId);
      await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
      expect(leadsTo(await ask(organization.owner))).toBe(setUp());
      await db().secondFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
      const id = requestIdOf(await ask(organization.owner));
      const address = await addressAfterAllow(await pressConsent(id, organization.owner));
      expect(address.searchParams.has("code")).toBe(true);
    });

    it("issues no code for an existing grant or prompt=none without it", async () => {
      const id = requestIdOf(await ask(organization.owner));
      await pressConsent(id, organization.owner);
      await require();
      const before = await codes();
      expect(leadsTo(await ask(organization.owner))).toBe(setUp());
      const silent = redirectParameters(await ask(organization.owner, { prompt: "none" }));
      expect(silent).toMatchObject({ error: "login_required", state: "s" });
      expect(await codes()).toBe(before);
    });

    it("rejects consent to a request that was waiting when the requirement began", async () => {
      const id = requestIdOf(await ask(organization.owner));
      await require();
      const session = await readSession(new Headers({ cookie: organization.owner.cookie }));
      if (!session) throw new Error("nobody is signed in");
      expect(await openConsent(id, session)).toEqual({
        kind: "second_factor_required",
        setUpHref: setUp(),
      });
      expect(leadsTo(await pressConsent(id, organization.owner))).toBe(setUp());
      expect([await grants(), await codes()]).toEqual([0, 0]);
      const denied = await pressConsent(id, organization.owner, { decision: "deny" });
      expect(leadsTo(denied)).toBe(`/consent/${id}/rejected`);
    });

    it("rejects requests and consent from a session that awaits the second factor", async () => {
      const { owner } = organization;
      const id = requestIdOf(await ask(owner));
      await require();
      await mintSecondFactor(owner.userId);
      await db().userSession.updateMany({
        where: { userId: owner.userId },
        data: { secondFactorPending: true },
      });
      expect(leadsTo(await ask(owner))).toMatch(/^\/sign-in\?return_to=/);
      expect(leadsTo(await pressConsent(id, owner))).toBe(signInHref(`/consent/${id}`));
      expect([await grants(), await codes()]).toEqual([0, 0]);
    });
  });

  it("does not let developers allow it and shows nothing to strangers", async () => {
    const developer = await mintMember(organization.organizationId, "developer");
    const id = requestIdOf(await ask(developer));
    expect((await pressConsent(id, developer)).status).toBe(403);
    const { owner: stranger } = await mintOrganization();
    expect((await ask(stranger)).status).toBe(403);
  });
});

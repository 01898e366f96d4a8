import { beforeEach, describe, expect, it } from "vitest";
import { readSession } from "@/lib/auth/read-session";
import { type ConsentView, openConsent } from "@/lib/consent/open-consent";
import { db } from "@/lib/kernel/db/client";
import { type MintedUser, mintCompanyMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { csrfToken, pressConsent, requestConsent } from "@/test/requests/call-consent";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({
    scopes: ["company/products/read", "company/orders/read", "company/inventory/read"],
  });
});

async function openAs(id: string, { cookie }: MintedUser): Promise<ConsentView> {
  const session = await readSession(new Headers({ cookie }));
  if (!session) throw new Error("Nobody is signed in");
  return openConsent(id, session);
}

const change = { scope: "company/products/read,company/inventory/read" };

describe("the consent page", () => {
  it("separates added, kept, and removed scopes", async () => {
    const id = await requestConsent(installation, change);
    expect(await openAs(id, installation.seller)).toMatchObject({
      kind: "decide",
      isChange: true,
      changes: {
        added: ["company/inventory/read"],
        kept: ["company/products/read"],
        removed: ["company/orders/read"],
      },
    });
  });

  it("names the extension, publisher, company, and destination, and contains the form token", async () => {
    const id = await requestConsent(installation, change);
    expect(await openAs(id, installation.seller)).toMatchObject({
      clientId: installation.client.clientId,
      clientName: "Shipfast",
      publisherName: "Shipfast Labs",
      publisherVerified: false,
      grantorName: "Blue Lotus Sarees",
      companyId: installation.companyId,
      destinationHost: "shipfast.example.com",
      csrfToken: csrfToken(id, installation.seller),
    });
  });

  it("marks all scopes as new for a first installation", async () => {
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    const id = await requestConsent(installation, change);
    expect(await openAs(id, installation.seller)).toMatchObject({
      isChange: false,
      changes: {
        added: ["company/products/read", "company/inventory/read"],
        kept: [],
        removed: [],
      },
    });
  });

  it("security 17: grants and decides nothing when opened", async () => {
    const id = await requestConsent(installation, change);
    await openAs(id, installation.seller);
    const grant = await db().grant.findUniqueOrThrow({ where: { id: installation.grantId } });
    expect(grant.scopes).not.toContain("company/inventory/read");
    const request = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
    expect(request.decision).toBeNull();
    expect(await db().authorizationCode.count({ where: { grantId: grant.id } })).toBe(0);
  });
});

describe("a person who cannot decide", () => {
  it("sees who can decide, and no form, if they are staff", async () => {
    const staff = await mintCompanyMember(installation.companyId, "staff");
    const view = await openAs(await requestConsent(installation, change, staff), staff);
    expect(view).toMatchObject({
      kind: "ask_an_admin",
      deciders: [{ name: "Asha Rao", email: installation.seller.email }],
    });
    expect(view).not.toHaveProperty("csrfToken");
  });

  it("security 22: sees nothing of another person's request", async () => {
    const id = await requestConsent(installation, change);
    const other = await mintCompanyMember(installation.companyId, "owner");
    expect(await openAs(id, other)).toEqual({ kind: "unknown" });
    expect(await openAs("made-up", other)).toEqual({ kind: "unknown" });
  });

  it("sees that they no longer belong to the company after leaving it", async () => {
    const { companyId, seller } = installation;
    const id = await requestConsent(installation, change);
    await db().companyMember.delete({
      where: { companyId_userId: { companyId, userId: seller.userId } },
    });
    expect((await openAs(id, seller)).kind).toBe("not_a_member");
  });
});

describe("a request that can no longer be decided", () => {
  it("is shown as expired, with a way to start over", async () => {
    const id = await requestConsent(installation, change);
    await db().authorizationRequest.update({ where: { id }, data: { expiresAt: aMinuteAgo() } });
    const view = await openAs(id, installation.seller);
    expect(view.kind).toBe("expired");
    const { searchParams } = new URL(
      "restartHref" in view ? view.restartHref : "",
      "http://127.0.0.1",
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: installation.client.clientId,
      redirect_uri: "https://shipfast.example.com/fp/auth",
      response_type: "code",
      scope: change.scope,
      state: "a state",
    });
  });

  it("is shown as already decided", async () => {
    const allowed = await requestConsent(installation, change);
    await pressConsent(allowed, installation.seller);
    expect((await openAs(allowed, installation.seller)).kind).toBe("allowed");
    const denied = await requestConsent(installation, { scope: "company/orders/read" });
    await pressConsent(denied, installation.seller, { decision: "deny" });
    expect((await openAs(denied, installation.seller)).kind).toBe("denied");
  });

  it("security 24: is shown as inactive when the client was deactivated", async () => {
    const id = await requestConsent(installation, change);
    const { clientId } = installation.client;
    await db().client.update({ where: { clientId }, data: { isActive: false } });
    expect((await openAs(id, installation.seller)).kind).toBe("client_inactive");
  });
});

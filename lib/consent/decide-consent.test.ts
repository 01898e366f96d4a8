import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { addressAfterAllow, pressConsent, requestConsent } from "@/test/requests/call-consent";
import { exchange } from "@/test/requests/call-token";
import { fieldAt } from "@/test/requests/read-json";

let extension: Awaited<ReturnType<typeof mintExtension>>;

beforeEach(async () => {
  extension = await mintExtension();
});

const grantOf = ({ client, companyId }: typeof extension) =>
  db().grant.findUnique({
    where: { clientId_companyId: { clientId: client.clientId, companyId } },
    include: { events: { orderBy: { id: "asc" } } },
  });

it("a rejected decision names the company to the person whose request it is, and to no one else", async () => {
  const { companyId, seller } = extension;
  const staff = await mintCompanyMember(companyId, "staff");
  const reject = async (asker: typeof staff) => {
    const id = await requestConsent(extension, {}, asker);
    const headers = { accept: "text/html" };
    return (await pressConsent(id, staff, { decision: "neither" }, headers)).text();
  };
  expect(await reject(staff)).toContain("Blue Lotus Sarees");
  expect(await reject(seller)).not.toContain("Blue Lotus Sarees");
});

describe("spec 4.3 rule 2: after consent", () => {
  it("redirects the browser with a code, and stores the grant, who allowed it, and a history entry", async () => {
    const { client, companyId, seller } = extension;
    const { userId } = seller;
    const response = await pressConsent(
      await requestConsent(extension, { state: '<b>"&' }),
      seller,
    );
    expect(response.status).toBe(200);
    const address = await addressAfterAllow(response);
    expect(address.origin + address.pathname).toBe(REDIRECT_URI);
    const { code = "", ...rest } = Object.fromEntries(address.searchParams);
    const sent = { state: '<b>"&', client_id: client.clientId, company_id: String(companyId) };
    expect(rest).toMatchObject(sent);
    const issuedTokens = await exchange("online", extension, code);
    expect(issuedTokens.status).toBe(200);
    expect(fieldAt(issuedTokens.body, "current_user._id")).toBe(userId);
    const scopes = { scopesBefore: [], scopesAfter: INSTALLED_SCOPES };
    expect(await grantOf(extension)).toMatchObject({
      scopes: INSTALLED_SCOPES,
      approvedBy: userId,
      epoch: 1,
      revokedAt: null,
      events: [{ change: "granted", ...scopes, userId }],
    });
  });

  it("restores a revoked grant in its new epoch", async () => {
    await pressConsent(await requestConsent(extension), extension.seller);
    const grant = await grantOf(extension);
    const data = { revokedAt: new Date(), epoch: 2 };
    await db().grant.update({ where: { id: grant?.id ?? "" }, data });
    const response = await pressConsent(await requestConsent(extension), extension.seller);
    const code = (await addressAfterAllow(response)).searchParams.get("code") ?? "";
    expect((await exchange("offline", extension, code)).status).toBe(200);
    expect(await grantOf(extension)).toMatchObject({ id: grant?.id, epoch: 2, revokedAt: null });
  });

  it("security 19 and 25: shows any name as plain text on a page that cannot be framed", async () => {
    extension = await mintExtension({ name: '<script>alert("1")</script>' });
    const response = await pressConsent(await requestConsent(extension), extension.seller);
    const { headers } = response;
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const html = await response.text();
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  });
});

describe("spec 4.3 rule 3 and 7 rule 3: a rejected consent", () => {
  it("security 23: makes no call to redirect_uri, issues no code, and leaves an earlier grant unchanged", async () => {
    const scopes = ["company/orders/read"];
    const earlier = await requestConsent(extension, { scope: scopes.join() });
    await pressConsent(earlier, extension.seller);
    const id = await requestConsent(extension);
    const response = await pressConsent(id, extension.seller, { decision: "deny" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/consent/${id}/rejected`);
    expect(await response.text()).toBe("");
    expect(await grantOf(extension)).toMatchObject({ scopes, events: [{ change: "granted" }] });
    const { clientId } = extension.client;
    expect(await db().authorizationCode.count({ where: { clientId } })).toBe(1);
  });

  it("is recorded for the developer, and not as a signed-in person's if a stranger sends it", async () => {
    const id = await requestConsent(extension);
    const { seller: stranger } = await mintCompany();
    const { client, companyId, seller } = extension;
    const denied = { kind: "consent", outcome: "refused", clientId: client.clientId };
    for (const [person, expected] of [
      [stranger, { ...denied, signedIn: false }],
      [seller, { ...denied, signedIn: true, reason: "access_denied", companyId }],
    ] as const) {
      const requestId = `deny-${person.userId}`;
      await pressConsent(id, person, { decision: "deny" }, { "x-request-id": requestId });
      const event = await db().authorizationEvent.findFirst({ where: { requestId } });
      expect(event).toMatchObject(expected);
    }
  });
});

it("an admin of the company may decide", async () => {
  const admin = await mintCompanyMember(extension.companyId, "admin");
  const id = await requestConsent(extension, {}, admin);
  expect((await pressConsent(id, admin)).status).toBe(200);
  expect((await grantOf(extension))?.approvedBy).toBe(admin.userId);
});

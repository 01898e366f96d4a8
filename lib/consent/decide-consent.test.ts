import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { mintCompany, mintCompanyMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
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

const codesOf = ({ client }: typeof extension) =>
  db().authorizationCode.count({ where: { clientId: client.clientId } });

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
  it("redirects the browser to redirect_uri with code, state, client_id, and company_id", async () => {
    const id = await requestConsent(extension, { state: '<b>"&' });
    const response = await pressConsent(id, extension.seller);
    expect(response.status).toBe(200);
    const address = await addressAfterAllow(response);
    expect(address.origin + address.pathname).toBe(REDIRECT_URI);
    const { code, ...rest } = Object.fromEntries(address.searchParams);
    expect(rest).toMatchObject({
      state: '<b>"&',
      client_id: extension.client.clientId,
      company_id: String(extension.companyId),
    });
    const issuedTokens = await exchange("online", extension, code ?? "");
    expect(issuedTokens.status).toBe(200);
    expect(fieldAt(issuedTokens.body, "current_user._id")).toBe(extension.seller.userId);
  });

  it("stores a grant with the scopes, the person who allowed them, and a history entry", async () => {
    await pressConsent(await requestConsent(extension), extension.seller);
    const grant = await grantOf(extension);
    expect(grant).toMatchObject({
      scopes: INSTALLED_SCOPES,
      approvedBy: extension.seller.userId,
      epoch: 1,
      revokedAt: null,
    });
    expect(grant?.events).toMatchObject([
      { change: "granted", scopesBefore: [], scopesAfter: INSTALLED_SCOPES },
    ]);
  });

  it("records a change in the history with the scopes before and after", async () => {
    const products = { scope: "company/products/read" };
    await pressConsent(await requestConsent(extension, products), extension.seller);
    await pressConsent(await requestConsent(extension), extension.seller);
    const grant = await grantOf(extension);
    expect(grant?.scopes).toEqual(INSTALLED_SCOPES);
    expect(grant?.events.at(-1)).toMatchObject({
      change: "changed",
      scopesBefore: ["company/products/read"],
      scopesAfter: INSTALLED_SCOPES,
      userId: extension.seller.userId,
    });
  });

  it("keeps what was granted before, and issues a code for what was requested", async () => {
    const [orders = "", products = ""] = INSTALLED_SCOPES;
    await pressConsent(await requestConsent(extension, { scope: orders }), extension.seller);
    const id = await requestConsent(extension, { scope: products });
    const address = await addressAfterAllow(await pressConsent(id, extension.seller));
    const issuedTokens = await exchange(
      "offline",
      extension,
      address.searchParams.get("code") ?? "",
    );
    expect(issuedTokens.body.scope).toBe(products);
    expect((await grantOf(extension))?.scopes).toEqual(INSTALLED_SCOPES);
  });

  it("restores a revoked grant in its new epoch", async () => {
    await pressConsent(await requestConsent(extension), extension.seller);
    const grant = await grantOf(extension);
    await db().grant.update({
      where: { id: grant?.id ?? "" },
      data: { revokedAt: new Date(), epoch: 2 },
    });
    const response = await pressConsent(await requestConsent(extension), extension.seller);
    const code = (await addressAfterAllow(response)).searchParams.get("code") ?? "";
    expect((await exchange("offline", extension, code)).status).toBe(200);
    expect(await grantOf(extension)).toMatchObject({ id: grant?.id, epoch: 2, revokedAt: null });
  });

  it("security 19 and 25: shows any name as plain text on a page that cannot be framed", async () => {
    extension = await mintExtension({ name: '<script>alert("1")</script>' });
    const { headers, ...response } = await pressAllow();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.html).not.toContain("<script>");
    expect(response.html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
  });
});

async function pressAllow(): Promise<{ headers: Headers; html: string }> {
  const response = await pressConsent(await requestConsent(extension), extension.seller);
  return { headers: response.headers, html: await response.text() };
}

describe("spec 4.3 rule 3 and 7 rule 3: a rejected consent", () => {
  it("security 23: makes no call to redirect_uri and creates no grant or code", async () => {
    const id = await requestConsent(extension);
    const response = await pressConsent(id, extension.seller, { decision: "deny" });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`/consent/${id}/rejected`);
    expect(await response.text()).toBe("");
    expect(await grantOf(extension)).toBeNull();
    expect(await codesOf(extension)).toBe(0);
  });

  it("is final: a second press, of either button, gets the page for answered requests", async () => {
    const id = await requestConsent(extension);
    const press = (decision: string) => pressConsent(id, extension.seller, { decision });
    expect((await press("deny")).status).toBe(303);
    expect([(await press("deny")).status, (await press("allow")).status]).toEqual([409, 409]);
    expect(await grantOf(extension)).toBeNull();
  });

  it("keeps an earlier grant unchanged", async () => {
    const orders = { scope: "company/orders/read" };
    await pressConsent(await requestConsent(extension, orders), extension.seller);
    const id = await requestConsent(extension);
    await pressConsent(id, extension.seller, { decision: "deny" });
    expect((await grantOf(extension))?.scopes).toEqual(["company/orders/read"]);
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

describe("who may decide", () => {
  it("lets an admin of the company decide", async () => {
    const admin = await mintCompanyMember(extension.companyId, "admin");
    const id = await requestConsent(extension, {}, admin);
    expect((await pressConsent(id, admin)).status).toBe(200);
    expect((await grantOf(extension))?.approvedBy).toBe(admin.userId);
  });

  it("does not let staff decide, who may only launch what is installed", async () => {
    const staff = await mintCompanyMember(extension.companyId, "staff");
    const first = await requestConsent(extension, {}, staff);
    expect((await pressConsent(first, staff)).status).toBe(403);
    expect(await grantOf(extension)).toBeNull();

    const orders = { scope: "company/orders/read" };
    await pressConsent(await requestConsent(extension, orders), extension.seller);
    const launched = await callAuthorize(extension, orders, staff);
    expect(redirectParameters(launched)).toHaveProperty("code");
    const change = await requestConsent(extension, {}, staff);
    expect((await pressConsent(change, staff)).status).toBe(403);
    expect((await grantOf(extension))?.scopes).toEqual(["company/orders/read"]);
  });
});

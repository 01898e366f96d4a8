import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { type MintedUser, mintCompanyMember } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintExtension, REDIRECT_URI } from "@/test/factories/mint-installation";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { openConsentPage } from "@/test/requests/open-consent-page";

const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

let extension: Awaited<ReturnType<typeof mintExtension>>;

beforeEach(async () => {
  extension = await mintExtension();
});

/** What happened after a request, what the page shows then, and what Allow gets. */
type Case = {
  happens: (id: string) => Promise<unknown>;
  as?: (companyId: number) => Promise<MintedUser>;
  /** Whether that person also made the request. */
  isOwn?: true;
  page: string;
  status: number;
  says?: string;
};

const nothing = async () => undefined;
const changeClient = (data: Parameters<ReturnType<typeof db>["client"]["update"]>[0]["data"]) =>
  db().client.update({ where: { clientId: extension.client.clientId }, data });
const changedSince = "was deactivated or changed after this page was opened";
const inactive = { page: "client_inactive", status: 401, says: changedSince };

const CASES: Readonly<Record<string, Case>> = {
  "it expired": {
    happens: (id) =>
      db().authorizationRequest.update({ where: { id }, data: { expiresAt: aMinuteAgo() } }),
    page: "expired",
    status: 409,
  },
  "security 21: it was allowed": {
    happens: (id) => pressConsent(id, extension.seller),
    page: "allowed",
    status: 409,
    says: "/oauth/authorize?",
  },
  "it was denied": {
    happens: (id) => pressConsent(id, extension.seller, { decision: "deny" }),
    page: "denied",
    status: 409,
  },
  "security 24: the client was deactivated": {
    happens: () => changeClient({ isActive: false }),
    ...inactive,
  },
  "the client was deleted": {
    happens: () => changeClient({ deletedAt: new Date() }),
    ...inactive,
  },
  "the client lost a requested scope": {
    happens: () => changeClient({ scopes: ["company/orders/read"] }),
    page: "decide",
    status: 401,
  },
  "the client lost its redirect_uri": {
    happens: () => changeClient({ redirectUrls: [`${env().baseUrl}/elsewhere`] }),
    page: "decide",
    status: 400,
  },
  "its person left the company": {
    happens: () => {
      const { companyId, seller } = extension;
      const key = { companyId, userId: seller.userId };
      return db().companyMember.delete({ where: { companyId_userId: key } });
    },
    page: "not_a_member",
    status: 403,
  },
  "security 22: another owner of the company opens it": {
    happens: nothing,
    as: (companyId) => mintCompanyMember(companyId, "owner"),
    page: "unknown",
    status: 404,
  },
  "its person is staff, who may not decide": {
    happens: nothing,
    as: (companyId) => mintCompanyMember(companyId, "staff"),
    isOwn: true,
    page: "ask_an_admin",
    status: 403,
  },
};

/** How many grants and codes the client has. */
const countGranted = () => {
  const where = { clientId: extension.client.clientId };
  return Promise.all([db().grant.count({ where }), db().authorizationCode.count({ where })]);
};

describe("security 21, 22 and 24: a request cannot be decided, and is shown so, when", () => {
  it.each(Object.entries(CASES))("%s", async (_what, each) => {
    const person = (await each.as?.(extension.companyId)) ?? extension.seller;
    const id = await requestConsent(extension, {}, each.isOwn ? person : extension.seller);
    await each.happens(id);
    const view = await openConsentPage(id, person);
    expect(view.kind).toBe(each.page);
    if (each.page !== "decide") expect(view).not.toHaveProperty("csrfToken");
    const readDecision = async () =>
      (await db().authorizationRequest.findUniqueOrThrow({ where: { id } })).decision;
    const before = [await readDecision(), await countGranted()];
    const response = await pressConsent(id, person);
    expect(response.status).toBe(each.status);
    expect(await response.text()).toContain(each.says ?? "");
    expect([await readDecision(), await countGranted()]).toEqual(before);
  });

  it("its id is made up", async () => {
    expect((await openConsentPage("made-up", extension.seller)).kind).toBe("unknown");
    expect((await pressConsent("made-up", extension.seller)).status).toBe(404);
  });

  it("security 22: its person has signed out", async () => {
    const { seller } = extension;
    const id = await requestConsent(extension);
    const where = { userId: seller.userId };
    await db().userSession.updateMany({ where, data: { endedAt: new Date() } });
    const response = await pressConsent(id, seller);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(signInHref(`/consent/${id}`));
    expect(await countGranted()).toEqual([0, 0]);
  });
});

it("staff see who can decide", async () => {
  const staff = await mintCompanyMember(extension.companyId, "staff");
  expect(await openConsentPage(await requestConsent(extension, {}, staff), staff)).toMatchObject({
    deciders: [{ name: "Asha Rao", email: extension.seller.email }],
  });
});

it.each<Record<string, string | null>>([
  { scope: "company/products/read", state: null },
  {
    scope: "company/products/read,company/orders/read",
    state: "a state",
    prompt: "consent",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  },
])("a request expires after 15 minutes, and its page leads to the same one: %j", async (sent) => {
  const id = await requestConsent(extension, sent);
  const row = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
  expect(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000)).toBe(900);
  await db().authorizationRequest.update({ where: { id }, data: { expiresAt: aMinuteAgo() } });
  const view = await openConsentPage(id, extension.seller);
  const { searchParams } = new URL("restartHref" in view ? view.restartHref : "", env().baseUrl);
  const parameters = Object.entries(sent).filter(([, value]) => value !== null);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: extension.client.clientId,
    response_type: "code",
    redirect_uri: REDIRECT_URI,
    ...Object.fromEntries(parameters),
  });
});

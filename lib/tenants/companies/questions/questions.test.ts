import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { perform } from "@/lib/operation/perform";
import { askAnAdmin } from "@/lib/tenants/companies/questions/ask-an-admin";
import { decideQuestion } from "@/lib/tenants/companies/questions/decide-question";
import { listQuestions } from "@/lib/tenants/companies/questions/list-questions";
import { type MintedUser, mintCompanyMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintExtension } from "@/test/factories/mint-installation";
import { sellerOf } from "@/test/factories/page-callers";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

let extension: Awaited<ReturnType<typeof mintExtension>>;
let staff: MintedUser;

beforeEach(async () => {
  extension = await mintExtension();
  staff = await mintCompanyMember(extension.companyId, "staff");
});

function post(path: string, as: MintedUser, form: Record<string, string> = {}): Request {
  return new Request(`${env().baseUrl}${path}`, {
    method: "POST",
    headers: { cookie: as.cookie, origin: env().baseUrl },
    body: new URLSearchParams(form),
  });
}

/** Requests the scopes as staff, and returns the id of the request. */
async function ask(as: MintedUser, scope = INSTALLED_SCOPES.join(",")): Promise<string> {
  const requestId = await requestConsent(extension, { scope }, as);
  const response = await askAnAdmin(post(`/consent/${requestId}/ask`, as));
  expect(response.headers.get("location")).toBe(`/consent/${requestId}?asked=1`);
  const { id } = await db().consentQuestion.findFirstOrThrow({
    where: { companyId: extension.companyId, askedBy: as.userId, decision: null },
  });
  return id;
}

/** Answers a question as shown now, unless other scopes are given. Pages order scopes by their groups. */
async function answer(
  questionId: string,
  as: MintedUser,
  decision = "allow",
  shown?: string[],
): Promise<Response> {
  const path = `/company/${extension.companyId}/questions/${questionId}/decision`;
  const scopes = (shown ?? (await rowOf(questionId)).scopes).toReversed().join(",");
  return answerOperation(decideQuestion)(post(path, as, { decision, scopes }));
}

const rowOf = (id: string) => db().consentQuestion.findUniqueOrThrow({ where: { id } });

const openIds = async () =>
  (await perform(listQuestions, { caller: sellerOf(extension.companyId) })).map(({ id }) => id);

const grantOf = ({ client, companyId }: typeof extension) =>
  db().grant.findFirst({ where: { clientId: client.clientId, companyId } });

describe("a request from staff", () => {
  it("shows owners and admins who asks for what", async () => {
    const id = await ask(staff);
    expect(await perform(listQuestions, { caller: sellerOf(extension.companyId) })).toMatchObject([
      { id, clientId: extension.client.clientId, scopes: INSTALLED_SCOPES },
    ]);
  });

  it("replaces the same person's earlier open request", async () => {
    const id = await ask(staff);
    expect(await ask(staff, ORDERS)).toBe(id);
    expect(await perform(listQuestions, { caller: sellerOf(extension.companyId) })).toMatchObject([
      { scopes: [ORDERS] },
    ]);
  });

  it("is not available to people who can decide themselves", async () => {
    const requestId = await requestConsent(extension);
    const response = await askAnAdmin(post(`/consent/${requestId}/ask`, extension.seller));
    expect(response.status).toBe(409);
    expect(await openIds()).toEqual([]);
  });

  it("stores the grant in the name of the person who allowed it", async () => {
    const response = await answer(await ask(staff), extension.seller);
    expect(response.headers.get("location")).toContain("answered=allow");
    expect(await grantOf(extension)).toMatchObject({
      scopes: INSTALLED_SCOPES,
      approvedBy: extension.seller.userId,
    });
    expect(await openIds()).toEqual([]);
  });

  it.each(["allow", "deny"])(
    "security 94: is shown again instead of answered with %s if its scopes changed after it was shown",
    async (decision) => {
      const id = await ask(staff, PRODUCTS);
      await ask(staff);
      const stale = await answer(id, extension.seller, decision, [PRODUCTS]);
      expect(stale.headers.get("location")).toContain("answered=changed");
      expect([await openIds(), await grantOf(extension)]).toEqual([[id], null]);
      const seen = await answer(id, extension.seller, decision);
      expect(seen.headers.get("location")).toContain(`answered=${decision}`);
    },
  );

  it("security 94: is shown again for an answer that names no scopes", async () => {
    const id = await ask(staff);
    const path = `/company/${extension.companyId}/questions/${id}/decision`;
    const unnamed = await answerOperation(decideQuestion)(
      post(path, extension.seller, { decision: "allow" }),
    );
    expect(unnamed.headers.get("location")).toContain("answered=changed");
    expect(await grantOf(extension)).toBeNull();
  });

  it("grants nothing when it is denied", async () => {
    await answer(await ask(staff), extension.seller, "deny");
    expect(await grantOf(extension)).toBeNull();
    expect(await openIds()).toEqual([]);
  });

  it("can be answered only once", async () => {
    const id = await ask(staff);
    const answers = [answer(id, extension.seller), answer(id, extension.seller, "deny")];
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 404]);
  });

  it("cannot be answered by staff, by another company, or with anything but allow and deny", async () => {
    const id = await ask(staff);
    const otherExtension = await mintExtension();
    expect((await answer(id, staff)).status).toBe(403);
    expect((await answer(id, otherExtension.seller)).status).toBe(404);
    expect((await answer(id, extension.seller, "maybe")).status).toBe(400);
    const path = `/company/${otherExtension.companyId}/questions/${id}/decision`;
    const foreign = await answerOperation(decideQuestion)(
      post(path, otherExtension.seller, { decision: "allow" }),
    );
    expect(foreign.status).toBe(404);
    expect(await openIds()).toEqual([id]);
    expect(await grantOf(extension)).toBeNull();
  });

  it("cannot be answered from another origin", async () => {
    const id = await ask(staff);
    const path = `/company/${extension.companyId}/questions/${id}/decision`;
    const forged = post(path, extension.seller, { decision: "allow" });
    forged.headers.set("origin", "https://evil.test");
    expect((await answerOperation(decideQuestion)(forged)).status).toBe(403);
    expect(await openIds()).toEqual([id]);
  });
});

describe("an owner's grant on the consent page", () => {
  it("closes the open requests that it covers, as allowed by the owner", async () => {
    const colleague = await mintCompanyMember(extension.companyId, "staff");
    const ids = [await ask(staff), await ask(colleague, ORDERS)];
    await pressConsent(await requestConsent(extension), extension.seller);
    expect(await openIds()).toEqual([]);
    for (const id of ids) {
      const row = await rowOf(id);
      expect(row).toMatchObject({ decision: "allowed", decidedBy: extension.seller.userId });
      expect(row.decidedAt).toBeInstanceOf(Date);
    }
  });

  it("leaves requests for more scopes open", async () => {
    const id = await ask(staff);
    await pressConsent(await requestConsent(extension, { scope: PRODUCTS }), extension.seller);
    expect(await openIds()).toEqual([id]);
  });

  it("leaves requests to other companies and for other extensions open", async () => {
    const id = await ask(staff);
    const otherExtension = await mintExtension();
    await pressConsent(await requestConsent(otherExtension), otherExtension.seller);
    expect(await openIds()).toEqual([id]);
    const sibling = { ...extension, client: otherExtension.client };
    await pressConsent(await requestConsent(sibling), extension.seller);
    expect(await openIds()).toEqual([id]);
  });

  it("leaves covered requests open when the owner denies", async () => {
    const id = await ask(staff);
    const requestId = await requestConsent(extension);
    await pressConsent(requestId, extension.seller, { decision: "deny" });
    expect(await openIds()).toEqual([id]);
  });

  it("leaves answered requests unchanged", async () => {
    const id = await ask(staff);
    await answer(id, extension.seller, "deny");
    await pressConsent(await requestConsent(extension), extension.seller);
    expect((await rowOf(id)).decision).toBe("denied");
  });
});

it("completes alongside concurrent answers and leaves no covered request open", async () => {
  const admin = await mintCompanyMember(extension.companyId, "admin");
  const colleague = await mintCompanyMember(extension.companyId, "staff");
  const ids = [await ask(staff), await ask(colleague, ORDERS)];
  const requestId = await requestConsent(extension);
  const responses = await Promise.all([
    ...ids.map((id) => answer(id, admin)),
    pressConsent(requestId, extension.seller),
  ]);
  for (const { status } of responses) expect([200, 303, 404]).toContain(status);
  expect(await openIds()).toEqual([]);
});

import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { askAnAdmin, decideQuestion, listQuestions } from "@/lib/tenants/companies/questions";
import { type MintedUser, mintCompanyMember } from "@/test/factories/mint";
import { INSTALLED_SCOPES, mintExtension } from "@/test/factories/mint-installation";
import { sellerOf } from "@/test/factories/page-callers";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { locationOf, sendForm } from "@/test/requests/send-form";

const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;

let extension: Awaited<ReturnType<typeof mintExtension>>;
let staff: MintedUser;

beforeEach(async () => {
  extension = await mintExtension();
  staff = await mintCompanyMember(extension.companyId, "staff");
});

/** Presses the button that asks an admin. */
const press = (requestId: string, as: MintedUser) =>
  sendForm(askAnAdmin, { params: { request_id: requestId }, as });

/** Requests the scopes as staff, and returns the id of the request. */
async function ask(as: MintedUser, scope = INSTALLED_SCOPES.join(",")): Promise<string> {
  const requestId = await requestConsent(extension, { scope }, as);
  const response = await press(requestId, as);
  expect(locationOf(response)).toBe(`/consent/${requestId}?asked=1`);
  const { id } = await db().consentQuestion.findFirstOrThrow({
    where: { companyId: extension.companyId, askedBy: as.userId, decision: null },
  });
  return id;
}

/** Sends a decision about a question. */
const decide = (
  question_id: string,
  as: MintedUser,
  fields: Record<string, string>,
  company_id = extension.companyId,
) => sendForm(decideQuestion, { as, params: { company_id, question_id }, fields });

/** Answers a question as shown now, unless other scopes are given. Pages order scopes by their groups. */
async function answer(
  questionId: string,
  as = extension.seller,
  decision = "allow",
  shown?: string[],
): Promise<Response> {
  const scopes = (shown ?? (await rowOf(questionId)).scopes).toReversed().join(",");
  return decide(questionId, as, { decision, scopes });
}

const rowOf = (id: string) => db().consentQuestion.findUniqueOrThrow({ where: { id } });

const listOpen = () => perform(listQuestions, { caller: sellerOf(extension.companyId) });
const openIds = async () => (await listOpen()).map(({ id }) => id);

const grantOf = ({ client, companyId }: typeof extension) =>
  db().grant.findFirst({ where: { clientId: client.clientId, companyId } });

describe("a request from staff", () => {
  it("shows owners and admins who asks for what, and replaces the same person's earlier one", async () => {
    const id = await ask(staff);
    const { clientId } = extension.client;
    expect(await listOpen()).toMatchObject([{ id, clientId, scopes: INSTALLED_SCOPES }]);
    expect(await ask(staff, ORDERS)).toBe(id);
    expect(await listOpen()).toMatchObject([{ scopes: [ORDERS] }]);
  });

  it("is not available to people who can decide themselves", async () => {
    const requestId = await requestConsent(extension);
    const response = await press(requestId, extension.seller);
    expect(response.status).toBe(409);
    expect(await openIds()).toEqual([]);
  });

  it("stores the grant in the name of the person who allowed it, and none when it is denied", async () => {
    await answer(await ask(staff), extension.seller, "deny");
    expect([await grantOf(extension), await openIds()]).toEqual([null, []]);
    expect(locationOf(await answer(await ask(staff)))).toContain("answered=allow");
    const approvedBy = extension.seller.userId;
    expect(await grantOf(extension)).toMatchObject({ scopes: INSTALLED_SCOPES, approvedBy });
    expect(await openIds()).toEqual([]);
  });

  it.each(["allow", "deny"])(
    "security 94: is shown again instead of answered with %s if its scopes changed after it was shown",
    async (decision) => {
      const id = await ask(staff, PRODUCTS);
      await ask(staff);
      const stale = await answer(id, extension.seller, decision, [PRODUCTS]);
      expect(locationOf(stale)).toContain("answered=changed");
      expect([await openIds(), await grantOf(extension)]).toEqual([[id], null]);
      const response = await answer(id, extension.seller, decision);
      expect(locationOf(response)).toContain(`answered=${decision}`);
    },
  );

  it("security 94: is shown again for an answer that names no scopes", async () => {
    const id = await ask(staff);
    const response = await decide(id, extension.seller, { decision: "allow" });
    expect(locationOf(response)).toContain("answered=changed");
    expect(await grantOf(extension)).toBeNull();
  });

  it("can be answered only once", async () => {
    const id = await ask(staff);
    const answers = [answer(id), answer(id, extension.seller, "deny")];
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 404]);
  });

  it("cannot be answered by staff, by another company, or with anything but allow and deny", async () => {
    const id = await ask(staff);
    const otherExtension = await mintExtension();
    expect((await answer(id, staff)).status).toBe(403);
    expect((await answer(id, extension.seller, "maybe")).status).toBe(400);
    const { seller, companyId } = otherExtension;
    expect((await decide(id, seller, { decision: "allow" }, companyId)).status).toBe(404);
    expect(await openIds()).toEqual([id]);
    expect(await grantOf(extension)).toBeNull();
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

  const press = async (of: typeof extension, query = {}, form = {}) =>
    pressConsent(await requestConsent(of, query), of.seller, form);

  it.each<[string, () => Promise<unknown>]>([
    ["for more scopes", () => press(extension, { scope: PRODUCTS })],
    ["to other companies", async () => press(await mintExtension())],
    [
      "for other extensions",
      async () => press({ ...extension, client: (await mintExtension()).client }),
    ],
    ["that the owner denies", () => press(extension, {}, { decision: "deny" })],
  ])("leaves requests %s open", async (_which, decide) => {
    const id = await ask(staff);
    await decide();
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

import { beforeEach, describe, expect, it } from "vitest";
import { handleOperation } from "@/lib/api/handle-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { signIn } from "@/lib/identity/sessions/check-password";
import { newLink } from "@/lib/identity/sessions/link";
import {
  createOperator,
  isSetupOpen,
  offerOperatorLink,
} from "@/lib/identity/setup/create-operator";
import { mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { takeOwnDatabase } from "@/test/process/own-database";
import { locationOf } from "@/test/requests/send-form";

// An installation without people, unlike the shared database.
takeOwnDatabase();

const form = {
  first_name: "Mira",
  last_name: "Sen",
  email: "Mira@Example.com",
  password: "a long enough password",
  organization_name: "Sen Labs",
};

let token: string;

beforeEach(async () => {
  await db().organizationMember.deleteMany();
  await db().user.deleteMany();
  token = (await offerOperatorLink())?.split("/").at(-1) ?? "";
});

const submit = (
  fields: Record<string, string> = {},
  { origin = env().baseUrl, link = `${env().baseUrl}/setup/${token}` } = {},
) =>
  handleOperation(createOperator)(
    new Request(`${link}/operator`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ ...form, ...fields }),
    }),
  );

const CREATED = "/sign-in?created=1";
const countPeople = () => db().user.count();

describe("the one-time setup link", () => {
  it("creates an operator with an organization and its company, who can sign in, and an audit entry", async () => {
    expect(await isSetupOpen(token, null)).toBe(true);
    const response = await submit();
    expect([response.status, locationOf(response)]).toEqual([303, CREATED]);
    const from = { ipAddress: null, userAgent: null };
    expect(await signIn("mira@example.com", form.password, from)).not.toBeNull();
    const member = await db().organizationMember.findFirst({
      include: { organization: { select: { name: true, verified: true } } },
    });
    const organization = { name: "Sen Labs", verified: false };
    expect(member).toMatchObject({ role: "owner", organization });
    const { id, ...user } = await db().user.findFirstOrThrow();
    expect(user).toMatchObject({ operatorRole: "operator", operatorSource: "local" });
    const where = { organizationId: null, target: `user:${id}` };
    expect(await db().auditRow.findMany({ where })).toMatchObject([
      { action: "operator.granted", actor: `operator:${id}`, after: { role: "operator" } },
    ]);
  });

  it("creates an operator without an organization when the form names none", async () => {
    const before = await db().organization.count();
    expect(locationOf(await submit({ organization_name: " " }))).toBe(CREATED);
    expect(await db().user.findFirst()).toMatchObject({ operatorRole: "operator" });
    expect(await db().organization.count()).toBe(before);
    expect(await db().companyMember.count()).toBe(0);
  });

  it.each([
    ["under concurrent use", false],
    ["if two servers that start together have made a link each", true],
  ])("works once, even %s", async (_when, hasOther) => {
    const other = newLink("setup", 3600);
    if (hasOther) await db().ownerSetupLink.create({ data: other.stored });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => submit({ email: `mira${index}@example.com` })),
      submit({ email: "other@example.com" }, hasOther ? { link: other.link } : {}),
    ]);
    expect(answers.filter((each) => locationOf(each) === CREATED)).toHaveLength(1);
    expect([await countPeople(), await isSetupOpen(token, null)]).toEqual([1, false]);
  });

  it("expires after a day or when a later start creates another", async () => {
    await db().ownerSetupLink.updateMany({ data: { expiresAt: aMinuteAgo() } });
    await submit();
    expect(await countPeople()).toBe(0);
    await offerOperatorLink();
    await submit();
    expect(await countPeople()).toBe(0);
  });

  it("expires once someone else can sign in", async () => {
    await mintUser();
    await submit();
    expect(await countPeople()).toBe(1);
    expect(await isSetupOpen(token, null)).toBe(false);
    expect(await offerOperatorLink()).toBeNull();
  });

  it("stays open when the platform's directory has brought people without passwords", async () => {
    await db().user.create({
      data: { id: newId(), externalId: newId(), firstName: "Asha", lastName: "Rao" },
    });
    expect(await isSetupOpen(token, null)).toBe(true);
    expect(locationOf(await submit())).toBe(CREATED);
  });

  it("creates no operator when it is made up", async () => {
    token = "made-up";
    expect(locationOf(await submit())).toBe("/setup/made-up");
    expect(await countPeople()).toBe(0);
  });

  it("security 18: creates no operator for a form on another site", async () => {
    expect((await submit({}, { origin: "https://evil.test" })).status).toBe(403);
    expect(await countPeople()).toBe(0);
  });

  it.each([
    [
      "names that show nothing or have direction characters",
      { first_name: "\u2800", last_name: "Sen\u202e", organization_name: "\u034f" },
      "first_name,last_name,organization_name",
    ],
    [
      "a short password and a malformed address",
      { password: "short", email: "none" },
      "email,password",
    ],
    ["a common password", { password: "password1234" }, "password_common"],
    ["the person's own address", { password: "Mira@Example.com" }, "password_personal"],
  ])("returns to the form with field names but no values for %s", async (_what, fields, wrong) => {
    expect(locationOf(await submit(fields))).toBe(`/setup/${token}?invalid=${wrong}`);
    expect([await countPeople(), await isSetupOpen(token, null)]).toEqual([0, true]);
  });
});

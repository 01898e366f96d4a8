import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { newLink } from "@/lib/identity/sessions/link";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { createOperator } from "@/lib/identity/setup/create-operator";
import { isSetupOpen } from "@/lib/identity/setup/is-setup-open";
import { offerOperatorLink } from "@/lib/identity/setup/offer-operator-link";
import { mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { takeOwnDatabase } from "@/test/process/own-database";

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
  createOperator(
    new Request(`${link}/operator`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ ...form, ...fields }),
    }),
  );

describe("the one-time setup link", () => {
  it("creates an operator with an organization and its company, who can sign in", async () => {
    expect(await isSetupOpen(token, null)).toBe(true);
    const response = await submit();
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/sign-in?created=1",
    ]);
    const from = { ipAddress: null, userAgent: null };
    expect(await signIn("mira@example.com", form.password, from)).not.toBeNull();
    const member = await db().organizationMember.findFirst({
      include: { organization: { select: { name: true, verified: true } } },
    });
    const organization = { name: "Sen Labs", verified: false };
    expect(member).toMatchObject({ role: "owner", organization });
    expect(await db().user.findFirst()).toMatchObject({
      operatorRole: "operator",
      operatorSource: "local",
    });
  });

  it("creates an operator without an organization when the form names none", async () => {
    const before = await db().organization.count();
    expect((await submit({ organization_name: " " })).headers.get("location")).toBe(
      "/sign-in?created=1",
    );
    expect(await db().user.findFirst()).toMatchObject({ operatorRole: "operator" });
    expect(await db().organization.count()).toBe(before);
    expect(await db().companyMember.count()).toBe(0);
  });

  it("security 131: rejects names that show nothing or have direction characters", async () => {
    const names = { first_name: "\u2800", last_name: "Sen\u202e", organization_name: "\u034f" };
    expect((await submit(names)).headers.get("location")).toBe(
      `/setup/${token}?invalid=first_name,last_name,organization_name`,
    );
    expect(await db().user.count()).toBe(0);
  });

  it("leaves the first entry of the platform's audit log", async () => {
    await submit();
    const { id } = await db().user.findFirstOrThrow();
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `user:${id}` },
    });
    expect(rows).toMatchObject([
      { action: "operator.granted", actor: `operator:${id}`, after: { role: "operator" } },
    ]);
  });

  it("works once, even if two servers that start together have made a link each", async () => {
    const other = newLink("setup", 3600);
    await db().ownerSetupLink.create({ data: other.stored });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => submit({ email: `mira${index}@example.com` })),
      submit({ email: "other@example.com" }, { link: other.link }),
    ]);
    const created = answers.filter(
      ({ headers }) => headers.get("location") === "/sign-in?created=1",
    );
    expect(created).toHaveLength(1);
    expect(await db().user.count()).toBe(1);
  });

  it("works once, even under concurrent use", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => submit({ email: `mira${index}@example.com` })),
    );
    const created = answers.filter(
      ({ headers }) => headers.get("location") === "/sign-in?created=1",
    );
    expect(created).toHaveLength(1);
    expect(await db().user.count()).toBe(1);
    expect(await isSetupOpen(token, null)).toBe(false);
  });

  it("expires after a day or when a later start creates another", async () => {
    await db().ownerSetupLink.updateMany({ data: { expiresAt: aMinuteAgo() } });
    await submit();
    expect(await db().user.count()).toBe(0);
    await offerOperatorLink();
    await submit();
    expect(await db().user.count()).toBe(0);
  });

  it("expires once someone else can sign in", async () => {
    await mintUser();
    await submit();
    expect(await db().user.count()).toBe(1);
    expect(await isSetupOpen(token, null)).toBe(false);
    expect(await offerOperatorLink()).toBeNull();
  });

  it("stays open when the platform's directory has brought people without passwords", async () => {
    await db().user.create({
      data: { id: newId(), externalId: newId(), firstName: "Asha", lastName: "Rao" },
    });
    expect(await isSetupOpen(token, null)).toBe(true);
    expect((await submit()).headers.get("location")).toBe("/sign-in?created=1");
  });

  it("creates no operator when it is made up", async () => {
    token = "made-up";
    expect((await submit()).headers.get("location")).toBe("/setup/made-up");
    expect(await db().user.count()).toBe(0);
  });

  it("security 18: creates no operator for a form on another site", async () => {
    expect((await submit({}, { origin: "https://evil.test" })).status).toBe(403);
    expect(await db().user.count()).toBe(0);
  });

  it("returns to the form with the names of invalid fields, never their values", async () => {
    const response = await submit({ password: "short", email: "none" });
    expect(response.headers.get("location")).toBe(`/setup/${token}?invalid=email,password`);
    expect(await isSetupOpen(token, null)).toBe(true);
  });

  it("returns to the form when the password is common or the person's own email address", async () => {
    const common = await submit({ password: "password1234" });
    expect(common.headers.get("location")).toBe(`/setup/${token}?invalid=password_common`);
    const submission = await submit({ password: "Mira@Example.com" });
    expect(submission.headers.get("location")).toBe(`/setup/${token}?invalid=password_personal`);
    expect(await db().user.count()).toBe(0);
  });
});

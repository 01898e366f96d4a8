import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { readSession } from "@/lib/identity/sessions/read-session";
import { eraseDirectoryUser, users } from "@/lib/platform/users/users";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const write = () => mintServiceToken(["platform/directory/write"]);
const paramsOf = (externalId: string) => ({ external_id: encodeURIComponent(externalId) });

const put = async (externalId: string, body: object) =>
  callRoute(users.put, { params: paramsOf(externalId), body, as: await write() });

/** The ids of the people that the list finds. */
async function idsFor(query: Record<string, string>) {
  const as = await mintServiceToken(["platform/directory/read"]);
  const { body } = await callRoute(users.list, { params: {}, query, as });
  return listOf(body.items).map(({ external_id }) => external_id);
}

describe("a person of the directory", () => {
  it("security 96: has an unverified address until something proves it, and after each change", async () => {
    const [id, email] = [newExternalId(), `${newId()}@example.com`];
    expect((await put(id, { email })).body.email_verified).toBe(false);
    await db().user.update({ where: { externalId: id }, data: { emailVerifiedAt: new Date() } });
    expect((await put(id, { email, first_name: "Asha" })).body.email_verified).toBe(true);
    const changed = await put(id, { email: `new-${email}` });
    expect(changed.body.email_verified).toBe(false);
    expect((await put(id, {})).body).toEqual(changed.body);
  });

  it("may share an email address with another person of the directory, who is found by it too", async () => {
    const email = `${newId()}@example.com`;
    const [one, other] = [newExternalId(), newExternalId()];
    expect(await put(one, { email })).toMatchObject({ status: 201, body: { email } });
    const shared = await put(other, { email: email.toUpperCase() });
    expect(shared).toMatchObject({ status: 201, body: { email } });
    expect((await idsFor({ q: email.replace("example", "EXAMPLE") })).sort()).toEqual(
      [one, other].sort(),
    );
    expect((await put(one, { email: null })).body.email).toBeNull();
    expect(await idsFor({ q: email })).toEqual([other]);
  });

  it("security 71: never gets the email address of an account with a password, and is not linked to it", async () => {
    const { email, userId } = await mintUser();
    const id = newExternalId();
    const denied = await put(id, { email });
    expect(denied.status).toBe(409);
    expect(fieldAt(denied.body, "errors.0.path")).toBe("email");
    expect((await put(id, { first_name: "Asha" })).status).toBe(201);
    expect((await put(id, { email: email.toUpperCase() })).status).toBe(409);
    const account = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(account.externalId).toBeNull();
  });

  it("keeps their sign-in address when they have a password", async () => {
    const { userId, email } = await mintUser();
    expect((await put(userId, { email, last_name: "Iyer" })).status).toBe(200);
    expect((await put(userId, { email: "other@example.com" })).status).toBe(409);
    expect((await put(userId, { email: null })).status).toBe(409);
  });

  it("loses every session when deactivated, and gets none back when active again", async () => {
    const user = await mintUser();
    const headers = new Headers({ cookie: user.cookie });
    expect(await readSession(headers)).not.toBeNull();
    expect((await put(user.userId, { status: "deactivated" })).body.status).toBe("deactivated");
    expect(await readSession(headers)).toBeNull();
    await put(user.userId, { status: "active" });
    expect(await readSession(headers)).toBeNull();
  });

  it("cannot be changed here if they are an operator", async () => {
    const { userId } = await mintOperator("support");
    for (const body of [{ first_name: "Eve" }, { status: "deactivated" }, { email: null }]) {
      const message = expect.stringContaining("operator");
      expect(await put(userId, body)).toMatchObject({ status: 409, body: { message } });
    }
  });

  it("is erased with erase=true only, after which the external id is free", async () => {
    const [id, first_name] = [newExternalId(), `Lotus ${newId()}`];
    const { body: person } = await put(id, { first_name });
    const call = { params: paramsOf(id), as: await write() };
    const erase = (query: Record<string, string>) =>
      callRoute(eraseDirectoryUser, { ...call, query });
    const message =
      "erase: must be true to erase the person for good. To end access only, PUT the status deactivated instead";
    expect(await erase({})).toMatchObject({ status: 400, body: { message } });
    expect((await erase({ erase: "false" })).status).toBe(400);
    const erased = { user_id: person.user_id, erased: true };
    expect(await erase({ erase: "true" })).toMatchObject({ status: 200, body: erased });
    expect((await erase({ erase: "true" })).status).toBe(404);
    expect((await callRoute(users.get, call)).status).toBe(404);
    const since = { changed_since: textOf(person.updated_at), limit: "200" };
    expect(await idsFor(since)).not.toContain(id);
    const again = await put(id, {});
    expect(again.status).toBe(201);
    expect(again.body.user_id).not.toBe(person.user_id);
    expect(await idsFor({ q: first_name })).toEqual([]);
    expect((await put(String(person.user_id), { first_name })).status).toBe(409);
  });

  it.each(["", "a b", "a/b", "a?b", "a#b", "a%b", "a\\b", "ä", "x".repeat(256)])(
    "cannot have the id %j",
    async (id) => {
      const { status, body } = await put(id, {});
      expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "external_id"]);
      expect(await db().user.count({ where: { externalId: id } })).toBe(0);
    },
  );

  it("counts as changed by a field of the directory and not by a new password", async () => {
    const externalId = newExternalId();
    await put(externalId, {});
    const change = async (data: Prisma.UserUpdateInput) => {
      const { updatedAt } = await db().user.update({ where: { externalId }, data });
      return updatedAt.getTime();
    };
    const first = await change({ passwordHash: "first", email: `${newId()}@example.com` });
    expect(await change({ passwordHash: "second" })).toBe(first);
    expect(await change({ deactivatedAt: new Date() })).toBeGreaterThan(first);
  });

  it("is listed as having no membership if they have none and are no operator", async () => {
    const { companyId } = await mintCompany();
    const { organizationId } = await mintOrganization();
    const externalId = newExternalId();
    const { body } = await put(externalId, {});
    const userId = textOf(body.user_id);
    const expectListed = async (isListed: boolean) =>
      expect(await idsFor({ q: externalId, memberships: "none" })).toEqual(
        isListed ? [externalId] : [],
      );
    await expectListed(true);
    await db().companyMember.create({ data: { companyId, userId, role: "staff" } });
    await expectListed(false);
    await db().companyMember.deleteMany({ where: { userId } });
    await db().organizationMember.create({ data: { organizationId, userId, role: "auditor" } });
    await expectListed(false);
    await db().organizationMember.deleteMany({ where: { userId } });
    await expectListed(true);
    const data = { operatorRole: "support", operatorSource: "local" } as const;
    await db().user.update({ where: { externalId }, data });
    await expectListed(false);
  });
});

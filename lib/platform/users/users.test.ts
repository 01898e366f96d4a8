import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { readSession } from "@/lib/identity/sessions/read-session";
import { eraseDirectoryUser } from "@/lib/platform/users/erase-directory-user";
import { getUser } from "@/lib/platform/users/get-user";
import { listUsers } from "@/lib/platform/users/list-users";
import { putUser } from "@/lib/platform/users/put-user";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf } from "@/test/requests/read-json";

const write = () => mintServiceToken(["platform/directory/write"]);
const paramsOf = (externalId: string) => ({ external_id: encodeURIComponent(externalId) });

async function put(externalId: string, body: object, as?: string) {
  const params = paramsOf(externalId);
  return callRoute(putUser, { params, body, as: as ?? (await write()) });
}

describe("a person of the directory", () => {
  it("is created, updated, and unchanged when they are sent again", async () => {
    const id = newExternalId();
    const email = `${id.slice(7, 31)}@example.com`;
    const created = await put(id, { email: email.toUpperCase(), first_name: "Asha" });
    expect(created).toMatchObject({
      status: 201,
      body: { external_id: id, email, first_name: "Asha", last_name: "", status: "active" },
    });
    const updated = await put(id, { email: null, last_name: "Rao" });
    expect(updated).toMatchObject({
      status: 200,
      body: { email: null, first_name: "Asha", last_name: "Rao" },
    });
    expect((await put(id, {})).body).toEqual(updated.body);
    const target = `user:${String(created.body.user_id)}`;
    expect(await db().auditRow.count({ where: { organizationId: null, target } })).toBe(2);
  });

  it("security 96: has an unverified address until something proves it, and after each change", async () => {
    const id = newExternalId();
    const email = `${id.slice(7, 31)}@example.com`;
    expect((await put(id, { email })).body.email_verified).toBe(false);
    await db().user.update({ where: { externalId: id }, data: { emailVerifiedAt: new Date() } });
    expect((await put(id, { email, first_name: "Asha" })).body.email_verified).toBe(true);
    const changed = await put(id, { email: `new-${email}` });
    expect(changed.body.email_verified).toBe(false);
    expect((await put(id, {})).body).toEqual(changed.body);
  });

  it("is stored once by 50 identical requests at the same time", async () => {
    const id = newExternalId();
    const as = await write();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => put(id, { first_name: "Asha" }, as)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(await db().user.count({ where: { externalId: id } })).toBe(1);
  });

  it("may share an email address with another person of the directory", async () => {
    const email = `${newExternalId().slice(7, 31)}@example.com`;
    expect((await put(newExternalId(), { email })).status).toBe(201);
    expect((await put(newExternalId(), { email })).status).toBe(201);
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
      const { status, body: answer } = await put(userId, body);
      expect(status).toBe(409);
      expect(answer.message).toContain("operator");
    }
  });

  it("is erased with erase=true only, after which the external id is free", async () => {
    const id = newExternalId();
    const { body: person } = await put(id, { first_name: "Asha" });
    const as = await write();
    const erase = (query: Record<string, string>) =>
      callRoute(eraseDirectoryUser, { params: paramsOf(id), query, as });
    const unconfirmed = await erase({});
    expect(unconfirmed).toMatchObject({
      status: 400,
      body: {
        message:
          "erase: must be true to erase the person for good. To end access only, PUT the status deactivated instead",
      },
    });
    expect((await erase({ erase: "false" })).status).toBe(400);
    expect(await erase({ erase: "true" })).toMatchObject({
      status: 200,
      body: { user_id: person.user_id, erased: true },
    });
    expect((await erase({ erase: "true" })).status).toBe(404);
    const { status } = await callRoute(getUser, { params: paramsOf(id), as });
    expect(status).toBe(404);
    const again = await put(id, { first_name: "Asha" });
    expect(again.status).toBe(201);
    expect(again.body.user_id).not.toBe(person.user_id);
    expect((await put(String(person.user_id), { first_name: "Asha" })).status).toBe(409);
  });

  it.each(["", "a b", "a/b", "a?b", "a#b", "a%b", "a\\b", "ä", "x".repeat(256)])(
    "cannot have the id %j",
    async (id) => {
      const { status, body } = await put(id, {});
      expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "external_id"]);
      expect(await db().user.count({ where: { externalId: id } })).toBe(0);
    },
  );
});

describe("the list of people", () => {
  it("finds people by name, email address, id and status", async () => {
    const id = newExternalId();
    const unique = id.slice(7, 31);
    await put(id, { email: `${unique}@example.com`, first_name: "Asha", last_name: unique });
    const as = await mintServiceToken(["platform/directory/read"]);
    const list = async (query: Record<string, string>) => {
      const { body } = await callRoute(listUsers, { params: {}, query, as });
      return listOf(body.items).map(({ external_id }) => external_id);
    };
    expect(await list({ q: `asha ${unique}` })).toEqual([id]);
    expect(await list({ q: `${unique}@EXAMPLE` })).toEqual([id]);
    expect(await list({ q: id, status: "active" })).toEqual([id]);
    expect(await list({ q: id, status: "deactivated" })).toEqual([]);
  });

  it("finds those with a platform's id but no membership and no role as an operator", async () => {
    const { companyId } = await mintCompany();
    const { organizationId } = await mintOrganization();
    const ids = await Promise.all(
      [{}, { operatorRole: "support", operatorSource: "local" } as const].map(async (role) => {
        const externalId = newExternalId();
        await put(externalId, {});
        await db().user.update({ where: { externalId }, data: role });
        return externalId;
      }),
    );
    const [stranger = "", support = ""] = ids;
    const as = await mintServiceToken(["platform/directory/read"]);
    const isListed = async (id: string) => {
      const query = { q: id, memberships: "none" };
      const { body } = await callRoute(listUsers, { params: {}, query, as });
      return listOf(body.items).length === 1;
    };
    expect([await isListed(stranger), await isListed(support)]).toEqual([true, false]);
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { externalId: stranger } });
    await db().companyMember.create({ data: { companyId, userId, role: "staff" } });
    expect(await isListed(stranger)).toBe(false);
    await db().companyMember.deleteMany({ where: { userId } });
    await db().organizationMember.create({ data: { organizationId, userId, role: "auditor" } });
    expect(await isListed(stranger)).toBe(false);
  });
});

import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { changeOperator } from "@/lib/platform/operators/operator-role";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintOperator } from "@/test/factories/mint-platform";

const directoryPerson = (email: string, emailVerifiedAt: Date | null = null) => {
  const name = { firstName: "Mira", lastName: "Sen" };
  return db().user.create({
    data: { id: newId(), externalId: newId(), email, emailVerifiedAt, ...name },
  });
};

const roleOf = async (id: string) => {
  const { operatorRole, operatorSource } = await db().user.findUniqueOrThrow({ where: { id } });
  return [operatorRole, operatorSource];
};
const NONE = [null, null];
const LOCAL = ["operator", "local"];

const rowsAbout = (userId: string) =>
  db().auditRow.findMany({
    where: { organizationId: null, target: `user:${userId}` },
    orderBy: { id: "asc" },
  });

it("makes the person with a password an operator, not others with the same address, and records it", async () => {
  const { userId, email } = await mintUser();
  const other = await directoryPerson(email);
  expect(await changeOperator({ email: email.toUpperCase() }, "operator")).toBe("changed");
  expect([await roleOf(userId), await roleOf(other.id)]).toEqual([LOCAL, NONE]);
  const entry = { actor: "operator:shell", action: "operator.granted" };
  expect(await rowsAbout(userId)).toMatchObject([entry]);
  expect(await changeOperator({ email }, "operator")).toBe("unchanged");
});

it("security 97: an address that was only claimed makes no one an operator; its holders are listed by id", async () => {
  const email = `${newId()}@example.com`;
  const { id, externalId, createdAt } = await directoryPerson(email);
  const expiresAt = new Date(createdAt.getTime() + 60_000);
  await db().userSession.create({ data: { id: newId(), userId: id, createdAt, expiresAt } });
  const listed = { id, externalId, firstName: "Mira", createdAt, lastSignedInAt: createdAt };
  expect(await changeOperator({ email }, "operator")).toMatchObject({ candidates: [listed] });
  expect(await roleOf(id)).toEqual(NONE);
  expect(await changeOperator({ id }, "operator")).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("changed");
});

it("makes the person an operator whose address is verified, not others who claim it", async () => {
  const email = `${newId()}@example.com`;
  const claimed = await directoryPerson(email);
  const { id } = await directoryPerson(email, new Date());
  expect(await changeOperator({ email }, "operator")).toBe("changed");
  expect([await roleOf(id), await roleOf(claimed.id)]).toEqual([LOCAL, NONE]);
});

it("changes nothing for an unknown or deactivated person, or an address that several have verified", async () => {
  const email = `${newId()}@example.com`;
  expect(await changeOperator({ email }, "operator")).toBe("unknown");
  expect(await changeOperator({ id: newId() }, "operator")).toBe("unknown");
  const verified = [
    await directoryPerson(email, new Date()),
    await directoryPerson(email, new Date()),
  ];
  expect(await changeOperator({ email }, "operator")).toMatchObject({ candidates: [{}, {}] });
  for (const { id } of verified) expect(await roleOf(id)).toEqual(NONE);
  const former = await mintUser();
  const where = { id: former.userId };
  await db().user.update({ where, data: { deactivatedAt: new Date() } });
  expect(await changeOperator({ email: former.email }, "operator")).toBe("unknown");
});

it("removes the role and revokes only those owner invitations that the person sent as an operator", async () => {
  const { email, userId } = await mintOperator();
  const [{ companyId }, { organizationId }] = [await mintCompany(), await mintOrganization()];
  await db().organizationMember.create({ data: { organizationId, userId, role: "owner" } });
  const sent = { invitedBy: userId, role: "owner" } as const;
  const { invitationId: foreign } = await mintCompanyInvitation(companyId, sent);
  const { invitationId: theirs } = await mintInvitation(organizationId, sent);
  expect(await changeOperator({ email }, "support")).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("unknown");
  expect(await roleOf(userId)).toEqual(NONE);
  const ended = await db().companyInvitation.findUniqueOrThrow({ where: { id: foreign } });
  expect(ended.revokedAt).not.toBeNull();
  const open = await db().invitation.findUniqueOrThrow({ where: { id: theirs } });
  expect(open.revokedAt).toBeNull();
  expect(await rowsAbout(userId)).toMatchObject([
    { action: "operator.granted", before: { role: "operator" }, after: { role: "support" } },
    { action: "operator.revoked", before: { role: "support" }, after: { role: null } },
  ]);
});

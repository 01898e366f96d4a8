import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { changeOperator } from "@/lib/platform/operators/change-operator";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintOperator } from "@/test/factories/mint-platform";

const directoryPerson = (email: string, emailVerifiedAt: Date | null = null) =>
  db().user.create({
    data: {
      id: newId(),
      externalId: newId(),
      email,
      emailVerifiedAt,
      firstName: "Mira",
      lastName: "Sen",
    },
  });

it("makes the person with a password an operator, not others with the same address, and records it", async () => {
  const { userId, email } = await mintUser();
  const other = await directoryPerson(email);
  expect(await changeOperator({ email: email.toUpperCase() }, "operator")).toBe("changed");
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    operatorRole: "operator",
    operatorSource: "local",
  });
  expect(await db().user.findUniqueOrThrow({ where: { id: other.id } })).toMatchObject({
    operatorRole: null,
  });
  const target = `user:${userId}`;
  expect(await db().auditRow.findMany({ where: { organizationId: null, target } })).toMatchObject([
    { actor: "operator:shell", action: "operator.granted" },
  ]);
  expect(await changeOperator({ email }, "operator")).toBe("unchanged");
});

it("security 97: an address that was only claimed makes no one an operator; its holders are listed by id", async () => {
  const email = `${newId()}@example.com`;
  const { id, externalId, createdAt } = await directoryPerson(email);
  const signedIn = {
    id: newId(),
    userId: id,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 60_000),
  };
  await db().userSession.create({ data: signedIn });
  const listed = { id, externalId, firstName: "Mira", createdAt, lastSignedInAt: createdAt };
  expect(await changeOperator({ email }, "operator")).toMatchObject({ candidates: [listed] });
  expect(await db().user.count({ where: { email, operatorRole: { not: null } } })).toBe(0);
  expect(await changeOperator({ id }, "operator")).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("changed");
});

it("makes the person an operator whose address is verified, not others who claim it", async () => {
  const email = `${newId()}@example.com`;
  const claimed = await directoryPerson(email);
  const { id } = await directoryPerson(email, new Date());
  expect(await changeOperator({ email }, "operator")).toBe("changed");
  const select = { id: true, operatorRole: true };
  expect(await db().user.findMany({ where: { email }, select })).toEqual(
    expect.arrayContaining([
      { id, operatorRole: "operator" },
      { id: claimed.id, operatorRole: null },
    ]),
  );
});

it("changes nothing for an unknown or deactivated person, or an address that several have verified", async () => {
  const email = `${newId()}@example.com`;
  expect(await changeOperator({ email }, "operator")).toBe("unknown");
  expect(await changeOperator({ id: newId() }, "operator")).toBe("unknown");
  await directoryPerson(email, new Date());
  await directoryPerson(email, new Date());
  expect(await changeOperator({ email }, "operator")).toMatchObject({ candidates: [{}, {}] });
  expect(await db().user.count({ where: { email, operatorRole: { not: null } } })).toBe(0);
  const formerUser = await mintUser();
  const where = { id: formerUser.userId };
  await db().user.update({ where, data: { deactivatedAt: new Date() } });
  expect(await changeOperator({ email: formerUser.email }, "operator")).toBe("unknown");
});

it("removes the role and revokes only those owner invitations that the person sent as an operator", async () => {
  const operator = await mintOperator();
  const { email, userId } = operator;
  const [{ companyId }, own] = [await mintCompany(), await mintOrganization()];
  await db().organizationMember.create({
    data: { organizationId: own.organizationId, userId, role: "owner" },
  });
  const sent = { invitedBy: userId, role: "owner" } as const;
  const [foreign, theirs] = [
    await mintCompanyInvitation(companyId, sent),
    await mintInvitation(own.organizationId, sent),
  ];
  expect(await changeOperator({ email }, "support")).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("changed");
  expect(await changeOperator({ email }, null)).toBe("unknown");
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    operatorRole: null,
    operatorSource: null,
  });
  const endedInvitation = await db().companyInvitation.findUniqueOrThrow({
    where: { id: foreign.invitationId },
  });
  expect(endedInvitation.revokedAt).not.toBeNull();
  const keptInvitation = await db().invitation.findUniqueOrThrow({
    where: { id: theirs.invitationId },
  });
  expect(keptInvitation.revokedAt).toBeNull();
  const rows = await db().auditRow.findMany({
    where: { organizationId: null, target: `user:${userId}` },
    orderBy: { id: "asc" },
  });
  expect(rows).toMatchObject([
    { action: "operator.granted", before: { role: "operator" }, after: { role: "support" } },
    { action: "operator.revoked", before: { role: "support" }, after: { role: null } },
  ]);
});

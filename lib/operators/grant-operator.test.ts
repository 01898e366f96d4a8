import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { grantOperator } from "@/lib/operators/grant-operator";
import { mintUser } from "@/test/factories/mint";

const directoryPerson = (email: string) =>
  db().user.create({
    data: { id: newId(), externalId: newId(), email, firstName: "Mira", lastName: "Sen" },
  });

it("makes the person with a password an operator, not others with the same address, and records it", async () => {
  const { userId, email } = await mintUser();
  const other = await directoryPerson(email);
  expect(await grantOperator(email.toUpperCase())).toBe("granted");
  expect(await db().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    operatorRole: "operator",
    operatorSource: "local",
  });
  expect(await db().user.findUniqueOrThrow({ where: { id: other.id } })).toMatchObject({
    operatorRole: null,
  });
  const target = `user:${userId}`;
  expect(await db().platformAuditRow.findMany({ where: { target } })).toMatchObject([
    { actor: "operator:shell", action: "operator.granted" },
  ]);
  expect(await grantOperator(email)).toBe("operator_already");
});

it("makes a person of the directory an operator if only they have the address", async () => {
  const email = `${newId()}@example.com`;
  const { id } = await directoryPerson(email);
  expect(await grantOperator(email)).toBe("granted");
  await db().user.update({ where: { id }, data: { operatorRole: "support" } });
  expect(await grantOperator(email)).toBe("granted");
});

it("changes nothing for an unknown, deactivated, or ambiguous address", async () => {
  const email = `${newId()}@example.com`;
  expect(await grantOperator(email)).toBe("unknown");
  await directoryPerson(email);
  await directoryPerson(email);
  expect(await grantOperator(email)).toBe("ambiguous");
  expect(await db().user.count({ where: { email, operatorRole: { not: null } } })).toBe(0);
  const gone = await mintUser();
  const where = { id: gone.userId };
  await db().user.update({ where, data: { deactivatedAt: new Date() } });
  expect(await grantOperator(gone.email)).toBe("unknown");
});

import { describe, expect, it } from "vitest";
import { findMembership } from "@/lib/consent/find-membership";
import { rolesThatMayConsent, scopesBeyondRole } from "@/lib/consent/may-consent";
import { db } from "@/lib/core/db/client";
import { mintOutsider, mintScene, mintSession } from "@/test/factories/mint-scene";

describe.each(["company", "organization"] as const)("a person's membership of a %s", (of) => {
  it("is their role there, and none for others", async () => {
    const scene = await mintScene(of);
    const find = async (userId: string) =>
      findMembership(scene.subject, { userId, sessionId: await mintSession(userId) });
    const found = { role: "owner", secondFactorRequiredBy: null };
    expect(await find(scene.person.userId)).toEqual(found);
    expect(await find((await mintOutsider(scene)).userId)).toBeNull();
  });
});

it("a person's membership names the organization whose second factor they lack", async () => {
  const { subject, person } = await mintScene("organization");
  const id = subject.organizationId ?? "";
  await db().organization.update({ where: { id }, data: { requireSecondFactor: true } });
  const { userId } = person;
  const sessionId = await mintSession(userId);
  const found = { role: "owner", secondFactorRequiredBy: id };
  expect(await findMembership(subject, { userId, sessionId })).toEqual(found);
});

describe("the roles of an organization that may consent", () => {
  it("decide for companies, and have every permission that they give", () => {
    expect(rolesThatMayConsent([])).toEqual(["owner", "admin"]);
    expect(rolesThatMayConsent(["company/orders/read"])).toEqual(["owner", "admin"]);
    expect(rolesThatMayConsent(["organization/settings/write"])).toEqual(["owner"]);
    expect(rolesThatMayConsent(["organization/members/write"])).toEqual(["owner", "admin"]);
  });

  it("lack the scopes beyond their permissions, and unknown roles lack all", () => {
    const scopes = ["organization/settings/write", "organization/clients/read", "company/a/read"];
    expect(scopesBeyondRole("admin", scopes)).toEqual(scopes.slice(0, 1));
    expect(scopesBeyondRole("stranger", scopes)).toEqual(scopes.slice(0, 2));
  });
});
